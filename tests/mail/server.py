"""A mail server for tests: a real one, whose mood is told by lines on standard input, and which tells by lines on standard output what it was
handed.

    server.py CERTIFICATE KEY PROTOCOL [USERNAME PASSWORD]

PROTOCOL is starttls (which is required), tls, or none. With a username it wants to be shown that and the password.
"""

import asyncio
import json
import ssl
import sys
import threading

from aiosmtpd.smtp import SMTP, AuthResult


class Handler:
    mood = "takes"

    async def handle_DATA(self, server, session, envelope):
        mood = self.mood
        if mood == "says_nothing":
            tell("reached", {})
            await asyncio.Event().wait()
        if mood == "is_busy":
            tell("reached", {})
            return "451 4.3.0 Try again later"
        if mood == "refuses":
            tell("reached", {})
            return "550 5.1.1 Nobody here has this name"
        handed = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "encrypted": session.ssl is not None or protocol == "tls",
            "signed_in": bool(session.authenticated),
            "message": envelope.content.decode(),
        }
        tell("taken", handed)
        if mood == "takes_and_says_nothing":
            await asyncio.Event().wait()
        return "250 2.0.0 Taken"


def tell(what, more):
    print(json.dumps({"what": what} | more), flush=True)


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=[data.login, data.password] == [text.encode() for text in credentials], handled=False)


def listen(handler):
    for line in sys.stdin:
        handler.mood = line.strip()
        tell("mood", {"mood": handler.mood})


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    handler = Handler()
    wants = {"authenticator": authenticate, "auth_required": True, "auth_require_tls": protocol == "starttls"} if credentials else {}
    starttls = {"tls_context": context, "require_starttls": True} if protocol == "starttls" else {}

    def session():
        return SMTP(handler, hostname="localhost", enable_SMTPUTF8=True, **wants, **starttls)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(session, "127.0.0.1", 0, ssl=context if protocol == "tls" else None)
    threading.Thread(target=listen, args=[handler], daemon=True).start()
    tell("ready", {"port": server.sockets[0].getsockname()[1]})
    await server.serve_forever()


certificate, key, protocol, *credentials = sys.argv[1:]
asyncio.run(main())
