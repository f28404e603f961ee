"""What a bridge keeps over restarts: docs/gateway.md, What is kept in flash."""

import json
import sqlite3

REMEMBERED = 256
AHEAD = 1024


class Flash:
    """What outlives a restart. Every statement is on the disk when it returns."""

    def __init__(self, folder):
        self.db = sqlite3.connect(folder / "flash.db", isolation_level=None)
        self.db.executescript("""
            PRAGMA synchronous = EXTRA;
            CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value);
            CREATE TABLE IF NOT EXISTS jobs (n INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT UNIQUE, turn TEXT, answer TEXT);
            CREATE TABLE IF NOT EXISTS events (n INTEGER PRIMARY KEY AUTOINCREMENT, eid INTEGER, body TEXT);
        """)

    def get(self, name):
        return next(iter(self.db.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone() or [None]))

    def put(self, **values):
        self.db.executemany("REPLACE INTO about VALUES (?, ?)", values.items())

    def job(self, job):
        """(known, its answer); no answer yet: it was accepted."""
        row = self.db.execute("SELECT answer FROM jobs WHERE job = ?", [job]).fetchone()
        return bool(row), json.loads(row[0]) if row and row[0] else None

    def remember(self, job, turn, answer=None):
        self.db.execute("INSERT INTO jobs (job, turn, answer) VALUES (?, ?, ?)", [job, turn, answer and json.dumps(answer)])
        self.db.execute("DELETE FROM jobs WHERE n <= (SELECT max(n) FROM jobs) - ?", [REMEMBERED])

    def finish(self, job, answer):
        self.db.execute("UPDATE jobs SET answer = ? WHERE job = ?", [json.dumps(answer), job])

    def restarted(self):
        """No movement from now on is that of a job from before."""
        self.db.execute("UPDATE jobs SET turn = NULL")

    def unfinished(self, turn):
        """The job that was accepted for this turn and has no answer, if there is one."""
        row = self.db.execute("SELECT job FROM jobs WHERE answer IS NULL AND turn = ?", [turn]).fetchone()
        return row and row[0]

    def moved(self, state, **event):
        """A movement and where the bolt is now, both or neither. Without a last number the event waits for one."""
        with self.whole():
            last = self.get("eid")
            eid = None if last is None else last + 1
            self.db.execute("INSERT INTO events (eid, body) VALUES (?, ?)", [eid, json.dumps(event)])
            self.put(state=state, eid=eid)

    def events(self):
        """What is not acknowledged, in order."""
        rows = self.db.execute("SELECT eid, body FROM events WHERE eid IS NOT NULL ORDER BY n LIMIT ?", [AHEAD])
        return [{"eid": eid, **json.loads(body)} for eid, body in rows]

    def acknowledged(self, upto):
        self.db.execute("DELETE FROM events WHERE eid <= ?", [upto])

    def numbered(self, upto):
        """The first cfg of a connection says the number of the last event that the server has."""
        with self.whole():
            if (last := self.get("eid")) is not None and last >= upto:
                return self.acknowledged(upto)
            for (n,) in self.db.execute("SELECT n FROM events ORDER BY n").fetchall():
                upto += 1
                self.db.execute("UPDATE events SET eid = ? WHERE n = ?", [upto, n])
            self.put(eid=upto)

    def whole(self):
        self.db.execute("BEGIN IMMEDIATE")
        return self.db  # commits as a context, or rolls back
