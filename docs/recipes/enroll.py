#!/usr/bin/env python3
"""Brings a bridge and its door to the server, as an administrator or installer. Needs cryptography.

    CARDEA_BASE=… CARDEA_USER=… CARDEA_PASSWORD=… enroll.py shed --name Shed --door "Shed door" --zone Europe/Oslo

makes the folder `shed` with the bridge's key, for bridge.py.
"""

import argparse
import base64
import os
import secrets
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cardea import Cardea
from flash import Flash


def enroll(folder, name, door, zone):
    """Brings bridge and door to the server, proves the key, and pairs the two."""
    if folder.exists():
        raise SystemExit(f"{folder} is there already, perhaps with a key")
    cardea, key = Cardea.from_environment(), Ed25519PrivateKey.generate()
    serial, lock = ("02:" + secrets.token_bytes(5).hex(":") for _ in range(2))
    public = key.public_key().public_bytes_raw()
    here = f"/ekey/v3/devices/{serial}"
    cardea.call("PUT", here, {"name": name, "device_type": "danabridgev3", "timezone": zone})
    cardea.call("PUT", f"/ekey/v3/devices/{lock}", {"name": door, "device_type": "danalockv3", "timezone": zone})

    begun = cardea.call("POST", f"{here}/enrollment_token")
    token, server = (base64.b64decode(begun[field]) for field in ("enrollment_token", "server_public_key"))
    proof = key.sign(b"cardea enrollment v1\0" + token + serial.encode() + public)
    result = {"enrollment_result_token": base64.b64encode(token + public + proof).decode()}
    confirmed = cardea.call("POST", f"{here}/enrollment_confirmation_token", result)["enrollment_confirmation_token"]
    signed = b"cardea enrollment v1 confirmed\0" + token + serial.encode() + public
    Ed25519PublicKey.from_public_bytes(server).verify(base64.b64decode(confirmed), signed)

    cardea.call("POST", f"/devices/v1/{serial}/paired_devices", {"serial_number": lock})
    cardea.sign_out()
    folder.mkdir(parents=True)
    (folder / "door").write_text("Locked\n")
    Flash(folder).put(serial=serial, lock=lock, key=key.private_bytes_raw(), server=server, state="Locked")
    print(f"{serial} works {lock}")


def main():
    parser = argparse.ArgumentParser(description="Enrolls a bridge with one door.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--door", required=True)
    parser.add_argument("--zone", default="UTC")
    os.umask(0o077)
    enroll(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
