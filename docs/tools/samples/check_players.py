"""Asks a policy whether players may join. RAPSHEET_POLICY_TOKEN is a token of the policy.

python3 check_players.py 76561198000150943 76561198000070655
"""

import os
import sys

from rapsheet import Rapsheet, RapsheetError

# What happens to players of whom the policy cannot say anything: your choice, "admit" or "refuse".
ON_UNKNOWN = "admit"


def decide(verdict):
    if verdict["verdict"] == "allow" or verdict["mode"] == "observe":
        return "admit"
    if verdict["verdict"] == "deny" and verdict["mode"] == "enforce":
        return "refuse"
    return ON_UNKNOWN


def main(players):
    rapsheet = Rapsheet(
        os.environ.get("RAPSHEET_URL", "http://127.0.0.1:8080"),
        "check-players/1.0 (me@example.org)",
        policy_token=os.environ.get("RAPSHEET_POLICY_TOKEN"),
    )
    for player in players:
        try:
            verdict = rapsheet.verdict(player)
        except RapsheetError as error:
            print(f"{player}: {ON_UNKNOWN} (no verdict: {error.code})")
            continue
        reasons = " ".join(reason["text"] for reason in verdict["reasons"])
        print(f"{player}: {decide(verdict)} ({verdict['verdict']}) {reasons}".strip())


main(sys.argv[1:])
