// Runs inside the hidden, sandboxed frame (opaque origin). It starts the worker and hands it the port; after
// that page and worker talk directly, so nothing the worker sends ever reaches a `message` listener of the page.
addEventListener('message', (event) => {
	if (event.source !== parent || !event.ports[0]) return;
	const [port, alarm] = event.ports;
	// A classic worker: Chromium starts no module worker from a blob in an opaque origin. It imports modules itself.
	const url = URL.createObjectURL(new Blob(['(() => {', event.data.source, '\n})();'], { type: 'text/javascript' }));
	const worker = new Worker(url);
	worker.onerror = (error) => alarm.postMessage({ type: 'failed', error: error.message || 'worker error' });
	worker.postMessage({ startup: event.data.startup }, [port]);
}, { once: true });
