// Page side of the interpreters. Every interpreter is a worker inside a hidden frame with an opaque origin and
// the policy below, so Python code, whatever it imports, reaches no network, no storage of this origin and no
// other chat. One interpreter per chat; it ends when its chat is left and nothing of it runs any more.
import { i as chatId, U as shown } from '../chunks/fMcnVBmO.js';
import { remember, rememberDraft } from './privacy.js';

const TIME_LIMIT = 57_000; // the server stops waiting after 60 s; ours must be the first and readable answer
const KEEP_IN_BACKGROUND = 90_000; // between two runs of an answer that is still being written
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:; worker-src blob:";
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
const FOLDER = '/mnt/uploads';

const part = async (name) => {
	const response = await fetch(new URL(name, import.meta.url));
	if (!response.ok) throw new Error(`${name}: ${response.status}`);
	return response.text();
};
let parts = null;
const sources = () => {
	parts ??= Promise.all(['frame.js', 'worker.js', 'startup.py'].map(part));
	parts.catch(() => (parts = null));
	return parts;
};

let index = null;
const bundled = () => {
	index ??= fetch('/pyodide/pyodide-lock.json', { cache: 'no-cache' })
		.then((response) => response.json())
		.then((lock) => new Map(Object.values(lock.packages).map((item) => [item.file_name, item.sha256])));
	index.catch(() => (index = null));
	return index;
};
const base64 = (hex) => btoa(hex.match(/../g).map((pair) => String.fromCharCode(parseInt(pair, 16))).join(''));

async function asset(name) {
	const packages = await bundled();
	if (!RUNTIME.includes(name) && !packages.has(name)) throw new Error('not part of this interpreter');
	const options = packages.has(name) ? { integrity: `sha256-${base64(packages.get(name))}` } : { cache: 'no-cache' };
	const response = await fetch(`/pyodide/${name}`, { ...options, credentials: 'same-origin' });
	if (!response.ok) throw new Error(`${name}: ${response.status}`);
	return response.arrayBuffer();
}

/** Has the methods of a Worker that the page uses: postMessage, add/removeEventListener, terminate, onerror. */
class Interpreter extends EventTarget {
	constructor() {
		super();
		this.onmessage = this.onerror = null;
		this.ready = false;
		this.running = 0;
		this.used = Date.now();
		this.ended = false;
		const channel = new MessageChannel();
		this.port = channel.port1;
		this.port.onmessage = ({ data }) => this.receive(data);
		const alarm = new MessageChannel(); // what goes wrong before the worker runs comes from the frame
		alarm.port1.onmessage = ({ data }) => this.receive(data);
		this.frame = document.createElement('iframe');
		this.frame.setAttribute('sandbox', 'allow-scripts');
		this.frame.setAttribute('aria-hidden', 'true');
		this.frame.title = 'interpreter';
		this.frame.style.display = 'none';
		this.start([channel.port2, alarm.port2]);
	}

	async start(ports) {
		try {
			const [frame, source, startup] = await sources();
			if (this.ended) return;
			this.frame.srcdoc =
				`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">` +
				`<script>${frame}</scr` + `ipt>`;
			this.frame.addEventListener(
				'load',
				() => this.frame.contentWindow.postMessage({ source, startup }, '*', ports),
				{ once: true }
			);
			document.body.appendChild(this.frame);
		} catch (error) {
			this.fail(`${error.message ?? error}`);
		}
	}

	async receive(data) {
		if (data?.type === 'asset') {
			const { name } = data;
			try {
				const bytes = await asset(name);
				this.port.postMessage({ type: 'asset', name, data: bytes }, [bytes]);
			} catch (error) {
				this.port.postMessage({ type: 'asset', name, error: `${error.message ?? error}` });
			}
		} else if (data?.type === 'ready') {
			this.ready = true;
		} else if (data?.type === 'failed') {
			// Later errors come from the code that runs, for example from its timers: they end nothing.
			if (!this.ready) this.fail(`${data.error}`);
		} else {
			const event = new MessageEvent('message', { data });
			this.onmessage?.(event);
			this.dispatchEvent(event);
		}
	}

	fail(message) {
		const event = new ErrorEvent('error', { message });
		this.onerror?.(event);
		this.dispatchEvent(event);
		this.terminate();
	}

	postMessage(message, transfer = []) {
		if (!this.ended) this.port.postMessage(message, transfer);
	}

	terminate() {
		if (this.ended) return;
		this.ended = true;
		this.port.close();
		this.frame.remove();
		for (const [chat, interpreter] of interpreters) if (interpreter === this) interpreters.delete(chat);
		if (now(shown) === this) shown.set(null);
		this.dispatchEvent(new Event('end'));
	}
}

/** chat id -> Interpreter. Every value belongs to that chat alone. */
const interpreters = new Map();
const now = (store) => {
	let value;
	store.subscribe((current) => (value = current))();
	return value;
};

/** A new interpreter that belongs to nobody yet: the caller ends it, or makes it the shown chat's own. */
export const create = () => new Interpreter();

function tidy() {
	const current = now(chatId) || '';
	for (const [chat, interpreter] of [...interpreters]) {
		if (chat === current || interpreter.running) continue;
		const rest = interpreter.used + KEEP_IN_BACKGROUND - Date.now();
		if (chat && rest > 0 && interpreter.events) setTimeout(tidy, rest + 50);
		else interpreter.terminate();
	}
}

chatId.subscribe((current) => {
	const own = interpreters.get(current || '') ?? null;
	if (now(shown) !== own) shown.set(own);
	tidy();
});
shown.subscribe((interpreter) => {
	// The file panel makes its own one and puts it into the store: from then on it is the shown chat's.
	if (interpreter instanceof Interpreter && ![...interpreters.values()].includes(interpreter)) {
		interpreters.set(now(chatId) || '', interpreter);
	}
});

function interpreterOf(chat) {
	let interpreter = interpreters.get(chat);
	if (!interpreter) {
		interpreter = create();
		interpreters.set(chat, interpreter);
		if (chat === now(chatId)) shown.set(interpreter);
	}
	// Another chat's code runs: what is idle and not on screen ends now.
	for (const [other, candidate] of [...interpreters]) {
		if (other !== chat && other !== now(chatId) && !candidate.running) candidate.terminate();
	}
	return interpreter;
}

const pathOf = (file) => {
	const name = String(file.filename || file.name || 'file').split('/').pop();
	const path = String(file.path || '');
	const clean = path.startsWith(`${FOLDER}/`) && !path.split('/').includes('..');
	return clean ? path : `${FOLDER}/${name}`;
};

async function bytesOf(file) {
	if (typeof file.content_base64 === 'string') {
		return Uint8Array.from(atob(file.content_base64), (sign) => sign.charCodeAt(0)).buffer;
	}
	if ((file.type === 'text' || !file.id) && typeof file.content === 'string') return new TextEncoder().encode(file.content).buffer;
	const response = await fetch(`/api/v1/files/${encodeURIComponent(file.id)}/content`, {
		headers: { Authorization: `Bearer ${localStorage.token}` },
		credentials: 'include'
	});
	if (!response.ok) throw new Error(`${response.status}`);
	return response.arrayBuffer();
}

async function collect(files) {
	const loaded = [];
	const failed = [];
	for (const file of files ?? []) {
		if (!file?.id && typeof file?.content !== 'string' && typeof file?.content_base64 !== 'string') continue;
		try {
			loaded.push({ path: pathOf(file), data: await bytesOf(file) });
		} catch (error) {
			failed.push(`file ${pathOf(file)} could not be loaded: ${error.message ?? error}`);
		}
	}
	return { loaded, failed };
}

/** The bytes of a table that a temporary chat sends inline, as base64; undefined for every other file. */
export async function tableBytes(file) {
	if (!/\.(csv|tsv|tab|psv|xls|xlsx|xlsm|xlsb|xltx|ods|fods)$/i.test(file.name)) return undefined;
	rememberDraft();
	const bytes = new Uint8Array(await file.arrayBuffer());
	let text = '';
	for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
	return btoa(text);
}

/** Answers the event `execute:python` of the chat `eventChat` (absent: code that belongs to no chat). */
export async function run(data, eventChat, answer) {
	const job = data.werkbank ?? data;
	const chat = String(job.chat_id || eventChat || '');
	if (job.private && chat) remember(chat);
	const interpreter = chat ? interpreterOf(chat) : create();
	interpreter.running += 1;
	interpreter.events = true;
	let timer = null;
	let failed = [];
	let late = false;
	const outcome = await new Promise((resolve) => {
		const broken = (text) => () => resolve({ stdout: null, stderr: text, result: null });
		timer = setTimeout(() => {
			late = true;
			broken('Execution Time Limit Exceeded')();
		}, TIME_LIMIT);
		interpreter.addEventListener('end', broken('The interpreter was stopped.'), { once: true });
		interpreter.addEventListener('error', (event) => broken(`The interpreter failed: ${event.message}`)(), { once: true });
		// A key of our own: code in the worker cannot answer for a run that it does not know.
		const key = crypto.randomUUID?.() ?? `${Math.random()}${Date.now()}`;
		const listen = ({ data: message }) => {
			if (message?.id !== key || message.type) return;
			interpreter.removeEventListener('message', listen);
			const { stdout, stderr, result } = message;
			resolve({ stdout: stdout || null, stderr: stderr || null, result: result ?? null });
		};
		interpreter.addEventListener('message', listen);
		collect(job.files).then(({ loaded, failed: missing }) => {
			failed = missing;
			interpreter.postMessage(
				{ type: 'execute', id: key, code: String(job.code ?? ''), files: loaded },
				loaded.map((file) => file.data)
			);
		});
	});
	clearTimeout(timer);
	interpreter.running -= 1;
	interpreter.used = Date.now();
	if (failed.length) outcome.stderr = [outcome.stderr, ...failed].filter(Boolean).join('\n');
	if (!chat || late) interpreter.terminate();
	answer?.(JSON.parse(JSON.stringify(outcome)));
	window.dispatchEvent(new Event('pyodide:files'));
	tidy();
}
