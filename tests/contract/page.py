"""Runs in Open WebUI's environment: connects like the page, prints every event, answers code with "printed".

Usage: page.py URL TOKEN. First line: {"session": id}; then one event a line.
"""

import asyncio
import json
import sys

import socketio


async def main() -> None:
    url, token = sys.argv[1:3]
    client = socketio.AsyncClient()

    @client.on("events")
    async def on_event(event, *_):
        print(json.dumps(event), flush=True)
        if (event.get("data") or {}).get("type") == "execute:python":
            return {"stdout": "printed", "stderr": "", "result": ""}
        return None

    await client.connect(url, socketio_path="/ws/socket.io", transports=["websocket"], auth={"token": token})
    await client.emit("user-join", {"auth": {"token": token}})
    print(json.dumps({"session": client.get_sid()}), flush=True)
    await client.wait()


asyncio.run(main())
