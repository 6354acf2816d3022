// The few lines of RFC 6455 that a fixture server needs: text frames out, frames in ignored.
import { createHash } from "node:crypto";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export function accept(request, socket) {
  const key = createHash("sha1")
    .update(request.headers["sec-websocket-key"] + GUID)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  socket.on("error", () => socket.destroy());
  return (value) => {
    const body = Buffer.from(JSON.stringify(value));
    const head =
      body.length < 126
        ? Buffer.from([0x81, body.length])
        : body.length < 65_536
          ? Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
          : Buffer.concat([
              Buffer.from([0x81, 127]),
              (() => {
                const size = Buffer.alloc(8);
                size.writeBigUInt64BE(BigInt(body.length));
                return size;
              })(),
            ]);
    if (socket.writable) socket.write(Buffer.concat([head, body]));
  };
}
