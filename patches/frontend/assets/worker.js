// The interpreter of one chat. Lives in a worker made from a blob by the sandboxed frame: opaque origin,
// and by inheritance the frame's policy `default-src 'none'`. It can reach no address at all; the page sends it
// Pyodide's own files through the port, by names that stand in the shipped index and nothing else.
const BASE = 'https://interpreter.invalid/pyodide/';
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];
// What pandas imports lazily: the code names the function, never the package.
const IMPLIED = [
	[/\b(read_excel|ExcelFile|to_excel|ExcelWriter)\b/, ['pandas', 'openpyxl', 'xlrd']],
	[/\bread_html\b/, ['pandas', 'beautifulsoup4', 'html5lib']],
	[/\bto_markdown\b/, ['tabulate']],
	[/\.(plot|hist|boxplot)\b/, ['matplotlib']]
];

let port = null;
let python = null;
let helpers = null;
let names = new Set();
let stdout = '';
let stderr = '';
let last = Promise.resolve();
const waiting = new Map();
const post = (message, transfer) => port.postMessage(message, transfer || []);

function asset(name) {
	return new Promise((resolve, reject) => {
		waiting.set(name, [...(waiting.get(name) || []), { resolve, reject }]);
		post({ type: 'asset', name });
	});
}

function arrived({ name, data, error }) {
	for (const { resolve, reject } of waiting.get(name) || []) {
		error ? reject(new TypeError(error)) : resolve(data.slice(0));
	}
	waiting.delete(name);
}

// Pyodide fetches its parts by this name. For everything else there is no network, and the error says so.
self.fetch = async (target) => {
	const url = String(target && target.url ? target.url : target);
	const name = url.startsWith(BASE) ? url.slice(BASE.length) : '';
	if (!names.has(name)) throw new TypeError('this interpreter has no network');
	const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
	return new Response(await asset(name), { headers: { 'Content-Type': type } });
};

// Pyodide takes a worker that can do this for one without modules and refuses to start. The policy forbids it anyway.
self.importScripts = () => {
	throw new TypeError('this interpreter has no network');
};

const moduleOf = (bytes) => import(URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' })));

async function start(startup) {
	const [api, runtime, lock] = await Promise.all(
		['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide-lock.json'].map(asset)
	);
	const { loadPyodide } = await moduleOf(api);
	const createPyodideModule = (await moduleOf(runtime)).default;
	const index = JSON.parse(new TextDecoder().decode(lock));
	names = new Set([...RUNTIME, ...Object.values(index.packages).map((item) => item.file_name)]);
	python = await loadPyodide({
		indexURL: BASE,
		packageBaseUrl: BASE,
		lockFileContents: index,
		createPyodideModule,
		stdout: (text) => (stdout += text + '\n'),
		stderr: (text) => (stderr += text + '\n')
	});
	python.FS.mkdirTree('/mnt/uploads');
	helpers = python.toPy({});
	helpers.set('_available', python.toPy(Object.keys(index.packages)));
	helpers.set('_load', (list) => load(list.toJs ? list.toJs() : list));
	python.runPython(startup, { globals: helpers });
	stdout = stderr = '';
}

const load = (list) => python.loadPackage(list, { messageCallback() {}, errorCallback() {} });

async function packagesFor(code) {
	const quiet = { messageCallback() {}, errorCallback() {} };
	let loaded = [];
	try {
		loaded = await python.loadPackagesFromImports(code, quiet);
	} catch {
		// Code that does not parse has no imports; running it shows the person the syntax error.
	}
	const more = IMPLIED.filter(([pattern]) => pattern.test(code)).flatMap(([, list]) => list);
	if (more.length) await load(more);
	return Boolean(python.loadedPackages.matplotlib) || loaded.some((item) => item.name === 'matplotlib');
}

function plain(value) {
	if (value === undefined || value === null) return null;
	if (typeof value === 'bigint') return value.toString();
	if (['string', 'number', 'boolean'].includes(typeof value)) return value;
	let result = String(value);
	if (value instanceof python.ffi.PyProxy) {
		if (['list', 'tuple', 'dict', 'set'].includes(value.type)) {
			try {
				result = JSON.parse(JSON.stringify(
					value.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false }),
					(_, item) => {
						if (item === undefined) return null;
						if (typeof item === 'bigint') return item.toString();
						return item instanceof Set ? [...item] : item;
					}
				));
			} catch {
				// Values that JavaScript cannot hold keep their Python text.
			}
		}
		value.destroy();
	}
	return result;
}

async function execute({ id, code, files }) {
	stdout = stderr = '';
	let result = null;
	try {
		upload(files);
		const charts = await packagesFor(code);
		helpers.get('_before_run')(charts, /\bread_html\b/.test(code));
		result = plain(await python.runPythonAsync(code));
	} catch (error) {
		stderr += error && error.message ? error.message : String(error);
		const missing = /No module named '([^']+)'/.exec(stderr);
		const hint = missing && helpers.get('_explain')(missing[1]);
		if (hint) stderr = stderr.trimEnd() + '\n' + hint;
	}
	post({ id, result, stdout: stdout || null, stderr: stderr || null });
}

function upload(files, folder) {
	for (const file of files || []) {
		const path = file.path || (folder || '/mnt/uploads') + '/' + file.name;
		python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
		python.FS.writeFile(path, new Uint8Array(file.data));
	}
}

function list(path) {
	let entries = [];
	try {
		entries = python.FS.readdir(path).filter((name) => name !== '.' && name !== '..');
	} catch {
		return [];
	}
	return entries.map((name) => {
		const stat = python.FS.stat(path + '/' + name);
		const folder = python.FS.isDir(stat.mode);
		return { name, type: folder ? 'directory' : 'file', size: folder ? 0 : stat.size };
	});
}

function remove(path) {
	if (!python.FS.analyzePath(path).exists) return;
	if (!python.FS.isDir(python.FS.stat(path).mode)) return python.FS.unlink(path);
	for (const entry of list(path)) remove(path + '/' + entry.name);
	python.FS.rmdir(path);
}

const FILES = {
	'fs:upload': (data) => (upload(data.files, data.dir), { success: true }),
	'fs:list': (data) => ({ entries: list(data.path) }),
	'fs:read': (data) => ({ data: python.FS.readFile(data.path).slice().buffer }),
	'fs:delete': (data) => (remove(data.path), { success: true }),
	'fs:mkdir': (data) => (python.FS.mkdirTree(data.path), { success: true }),
	'fs:sync': () => ({ success: true })
};

async function handle(data) {
	if (!data.type || data.type === 'execute') return execute(data);
	const answer = { id: data.id, type: data.type };
	try {
		Object.assign(answer, FILES[data.type](data));
	} catch (error) {
		answer.error = error && error.message ? error.message : String(error);
	}
	post(answer, answer.data ? [answer.data] : []);
}

self.onmessage = (event) => {
	self.onmessage = null;
	port = event.ports[0];
	let ready = null;
	port.onmessage = ({ data }) => {
		if (data.type === 'asset') return arrived(data);
		// One after the other: two runs at once would mix their output.
		last = last.then(() => ready).then(() => handle(data)).catch((error) => {
			post({ id: data.id, result: null, stdout: null, stderr: String((error && error.message) || error) });
		});
	};
	ready = start(event.data.startup);
	ready.then(
		() => post({ type: 'ready' }),
		(error) => post({ type: 'failed', error: String((error && error.message) || error) })
	);
};
