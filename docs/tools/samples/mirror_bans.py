"""Keeps a local file equal to the ban list of a community, in both directions, until it is stopped.

RAPSHEET_TOOL_TOKEN is a token of a tool with the scopes bans:read and bans:write, which nothing else uses: /token create in Discord.
python3 mirror_bans.py bans.json
"""

import json
import os
import sys
import threading
import time

from rapsheet import Rapsheet, RapsheetError

LOOK_SECONDS = 1
TYPES = ["ban.added", "ban.changed", "ban.removed"]


# Lists are dictionaries from the account to the terms of its ban; an account without a ban has none.
def terms_of(ban):
    return {"reason": ban.get("reason", ""), "note": ban.get("note", ""), "until": ban.get("until")}


def to_dict(bans):
    return {ban["steamId"]: terms_of(ban) for ban in bans}


def is_over(terms):
    return terms["until"] is not None and terms["until"] <= time.time()


def set_terms(bans, steam_id, terms):
    if terms is None:
        bans.pop(steam_id, None)
    else:
        bans[steam_id] = terms


def read_bans(path):
    with open(path, encoding="utf-8") as text:
        return to_dict(json.load(text))


def write_bans(path, bans):
    # Renamed, so that nobody reads half a file.
    with open(f"{path}.new", "w", encoding="utf-8") as text:
        json.dump([{"steamId": steam_id, **terms} for steam_id, terms in bans.items()], text, indent=2)
    os.replace(f"{path}.new", path)


def say(line):
    print(line, flush=True)


class Mirror:
    def __init__(self, rapsheet, path):
        self.rapsheet = rapsheet
        # What people and programs edit: [{ "steamId", "reason", "note", "until" }].
        self.path = path
        # The list as both sides last had it, which tells a change here from one of the community, also after a restart.
        self.base_path = f"{path}.base"
        self.base = read_bans(self.base_path) if os.path.exists(self.base_path) else {}
        # What the community has.
        self.remote = {}
        # How many changes of this program to an account have not come back as events.
        self.pending = {}
        # What the service has refused, by account; it is sent again once it is changed.
        self.refused = {}
        self.name = rapsheet.token()["name"]
        # An event is not handled while a change is on its way.
        self.lock = threading.Lock()

    def start(self):
        """Reads the whole list, and returns the cursor of its events."""
        bans, cursor = self.rapsheet.bans()
        with self.lock:
            # The newest entry counts, should an account have been listed twice.
            self.remote = to_dict(reversed(bans))
            self.pending = {}
        if not os.path.exists(self.path):
            write_bans(self.path, self.base)
        self.look()
        say(f"{self.path} follows {len(self.remote)} bans")
        return cursor

    def handle(self, event):
        steam_id = event["object"]["steamId"]
        with self.lock:
            if self.pending.get(steam_id, 0) == 0:
                set_terms(self.remote, steam_id, None if event["type"] == "ban.removed" else terms_of(event["object"]))
            elif event["by"] == f"token:{self.name}":
                # Events come in the order of the changes. The change of this program was guarded, so what comes before it is older.
                self.pending[steam_id] -= 1

    def look(self):
        """Brings the file and the list of the community together."""
        local = self.read_local()
        if local is None:
            return
        settled = {}
        with self.lock:
            # A ban that ends by itself causes no event.
            for steam_id in [steam_id for steam_id, terms in self.remote.items() if is_over(terms)]:
                del self.remote[steam_id]
            accounts = {**local, **self.base, **self.remote}
        try:
            for steam_id in accounts:
                with self.lock:
                    here, there, before = (bans.get(steam_id) for bans in (local, self.remote, self.base))
                    if not here == there == before:
                        settled[steam_id] = self.settle(steam_id, here)
        except RapsheetError as error:
            say(f"changes wait ({error.code})")
        if not settled:
            return
        # Read again: what was edited meanwhile stays, and is a local change for the next look.
        edited = self.read_local()
        if edited is None:
            edited = local
        changed = [
            (steam_id, terms)
            for steam_id, terms in settled.items()
            if edited.get(steam_id) == local.get(steam_id) and edited.get(steam_id) != terms
        ]
        for steam_id, terms in changed:
            set_terms(edited, steam_id, terms)
        if changed:
            write_bans(self.path, edited)
        write_bans(self.base_path, self.base)

    def settle(self, steam_id, local):
        """Brings one account together: a change of the community counts, even if there is one here, too. Returns the terms for the file."""
        is_refused = steam_id in self.refused and self.refused[steam_id] == local
        if self.remote.get(steam_id) == self.base.get(steam_id) and not is_refused:
            self.send(steam_id, local)
        terms = self.remote.get(steam_id)
        if terms == self.base.get(steam_id):
            return local
        if terms != local:
            say(f"{steam_id}: banned by the community ({terms['reason']})" if terms else f"{steam_id}: lifted by the community")
        set_terms(self.base, steam_id, terms)
        return terms

    def send(self, steam_id, terms):
        """Sends a local change, unless the community has changed the ban meanwhile."""
        ban, tag = self.rapsheet.find_ban(steam_id)
        current = ban and terms_of(ban)
        if current != self.remote.get(steam_id) or current == terms:
            set_terms(self.remote, steam_id, current)
            return
        sent, new_tag = None, None
        try:
            if terms is None:
                self.rapsheet.lift_ban(steam_id, tag)
            else:
                sent, new_tag = self.rapsheet.put_ban(steam_id, terms, tag)
        except RapsheetError as error:
            # Somebody was faster: the next look begins from what the community has then.
            if error.code in ("precondition_failed", "not_banned"):
                return
            if error.status not in (400, 409):
                raise
            self.refused[steam_id] = terms
            say(f"{steam_id}: refused ({error.code}), {error}")
            return
        # The service may have shortened the texts by spaces. Without a change there is no event.
        if new_tag != tag:
            self.pending[steam_id] = self.pending.get(steam_id, 0) + 1
        set_terms(self.remote, steam_id, sent and terms_of(sent))
        say(f"{steam_id}: banned here ({terms['reason']})" if terms else f"{steam_id}: lifted here")

    def read_local(self):
        """The local file; None while it cannot be read, which is no reason to lift bans."""
        try:
            return read_bans(self.path)
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            say(f"{self.path} cannot be read ({error})")
            return None

    def keep_looking(self):
        while True:
            time.sleep(LOOK_SECONDS)
            self.look()


def main(path="bans.json"):
    rapsheet = Rapsheet(
        os.environ.get("RAPSHEET_URL", "http://127.0.0.1:8080"),
        "mirror-bans/1.0 (me@example.org)",
        tool_token=os.environ.get("RAPSHEET_TOOL_TOKEN"),
    )
    mirror = Mirror(rapsheet, path)
    cursor = mirror.start()
    threading.Thread(target=mirror.keep_looking, daemon=True).start()
    while True:
        try:
            for event in rapsheet.follow(cursor, TYPES):
                mirror.handle(event)
        except RapsheetError as error:
            if error.code != "cursor_expired":
                raise
            say("events may be missing: the list is read again")
            cursor = mirror.start()


main(*sys.argv[1:])
