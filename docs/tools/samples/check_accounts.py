"""Looks up accounts, and scans the friends of those that have no ban themselves.

python3 check_accounts.py raider 76561198000070655
"""

import os
import sys

from rapsheet import Rapsheet, RapsheetError


def is_banned(bans):
    return bans["VACBanned"] or bans["NumberOfGameBans"] > 0 or bans["CommunityBanned"]


def scan(rapsheet, steam_id):
    banned = total = 0
    try:
        for event in rapsheet.scan_friends(steam_id):
            if "progress" in event:
                total = event["progress"]["total"]
            if "found" in event:
                banned += len(event["found"]["friends"]) + len(event["found"]["withoutProfile"])
            if "friends" in event:
                return f"of the newest {total} friends {banned} are banned and {event['unavailable']} unknown"
    except RapsheetError as error:
        # What was found holds; nothing is known about the other friends.
        return f"at least {banned} friends are banned, the others are unknown ({error.code})"


def main(accounts):
    rapsheet = Rapsheet(
        os.environ.get("RAPSHEET_URL", "http://127.0.0.1:8080"),
        "check-accounts/1.0 (me@example.org)",
        api_token=os.environ.get("RAPSHEET_API_TOKEN"),
    )
    for account in accounts:
        try:
            found = rapsheet.look_up(account)
        except RapsheetError as error:
            # A failure is never "no ban". An account that was deleted can still have its ban record.
            record = error.details.get("withoutProfile")
            is_known = record is not None and is_banned(record["bans"])
            print(f"{account}: " + ("banned, without a profile" if is_known else f"unknown ({error.code})"))
            continue
        if is_banned(found["bans"]):
            print(f"{account}: banned")
        else:
            print(f"{account}: no ban; {scan(rapsheet, found['steamId'])}")


main(sys.argv[1:])
