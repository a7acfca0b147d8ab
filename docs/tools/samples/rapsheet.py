"""A small client of Rapsheet. Needs Python 3.9 and requests."""

import json
import time
from urllib.parse import quote

import requests

CONNECT_TIMEOUT_SECONDS = 15
# The service sends a comment every 15 seconds while a scan waits for Steam.
READ_TIMEOUT_SECONDS = 45
TRIES = 3
MAX_WAIT_SECONDS = 60
MAX_PAUSE_SECONDS = 30


class RapsheetError(Exception):
    """A request that failed: nothing is known about the account. Decide by `code` and `status`."""

    def __init__(self, code, message, status=None, retry_after=None, details=None):
        super().__init__(f"{message} ({code})")
        self.code = code
        self.status = status
        self.retry_after = retry_after
        # Such as `withoutProfile`, the bans of an account that was deleted.
        self.details = details or {}


class Rapsheet:
    def __init__(self, base_url, user_agent, api_token=None, policy_token=None, tool_token=None):
        self.base_url = base_url.rstrip("/")
        self.api_token = api_token
        self.policy_token = policy_token
        self.tool_token = tool_token
        self.session = requests.Session()
        self.session.headers["User-Agent"] = user_agent

    def look_up(self, account):
        return self._get("/api/lookup", {"steamId": account}, self.api_token, "bans")

    def verdict(self, account):
        """What the policy of the token says: `allow`, `deny` or `unknown`, which is neither of the two."""
        return self._get("/api/verdict", {"steamId": account}, self.policy_token, "verdict")

    def scan_friends(self, steam_id):
        """Yields the events of a scan, the result last. What came before an error holds; the rest is unknown."""
        body = {"steamId": steam_id, "found": True}
        response = self._send("POST", "/api/friends", self.api_token, json=body, stream=True)
        with response:
            for event in _events(response):
                if "code" in event:
                    raise RapsheetError(event["code"], event["error"])
                yield event
                if "friends" in event:
                    return
        raise RapsheetError("stream_broken", "The stream ended before its result.")

    def token(self):
        """What the token of the tool may do."""
        return self._get("/api/token", {}, self.tool_token, "scopes")

    def bans(self):
        """All bans of the community, and the cursor from which `follow` misses no change of them."""
        bans, cursor, query = [], None, {"limit": 200}
        while query:
            page = self._get("/api/bans", query, self.tool_token, "bans")
            bans += page["bans"]
            cursor = cursor or page.get("eventsCursor")
            query = page.get("next") and {"limit": 200, "after": page["next"]}
        return bans, cursor

    def find_ban(self, steam_id):
        """The ban of an account and its tag, which guards a change; `(None, None)` without a ban."""
        try:
            response = self._send("GET", _ban_path(steam_id), self.tool_token)
        except RapsheetError as error:
            if error.code != "not_banned":
                raise
            return None, None
        return _answer_of(response, "steamId"), response.headers.get("ETag")

    def put_ban(self, steam_id, terms, tag):
        """Changes the ban with this tag, or adds one where the tag is None; fails with `precondition_failed` if somebody was faster."""
        guard = {"If-Match": tag} if tag else {"If-None-Match": "*"}
        response = self._send("PUT", _ban_path(steam_id), self.tool_token, json=terms, headers=guard)
        return _answer_of(response, "steamId"), response.headers.get("ETag")

    def lift_ban(self, steam_id, tag):
        self._send("DELETE", _ban_path(steam_id), self.tool_token, headers={"If-Match": tag})

    def follow(self, cursor, types):
        """Yields the events after a cursor, without an end. Connects again when the stream ends, and misses none.

        Fails with `cursor_expired` if events may be missing: read the list again.
        """
        failed = 0
        while True:
            try:
                query = {"after": cursor, "types": ",".join(types)}
                headers = {"Accept": "text/event-stream"}
                response = self._send("GET", "/api/events", self.tool_token, params=query, headers=headers, stream=True)
                with response:
                    for name, event_id, event in _messages(response):
                        # The next answer says whether what ended the stream is over.
                        if name == "end":
                            break
                        failed = 0
                        # A named event is of the stream itself, such as `current`.
                        if event is not None and not name:
                            yield event
                        cursor = event_id or cursor
            except RapsheetError as error:
                if error.status and 300 <= error.status < 500 and error.status != 429:
                    raise
            time.sleep(min(0.5 * 2**failed, MAX_PAUSE_SECONDS))
            failed += 1

    def _get(self, path, query, token, field):
        return _answer_of(self._send("GET", path, token, params=query), field)

    def _send(self, method, path, token, headers=None, **options):
        """Sends a request; repeats it when the service asks for a pause that is short enough.

        A change is not repeated after its answer was lost, or while the database is away, because it may have been made.
        """
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = f"Bearer {token}"
        for tries_left in reversed(range(TRIES)):
            try:
                # A redirect would send the token somewhere else.
                response = self.session.request(
                    method,
                    self.base_url + path,
                    headers=headers,
                    timeout=(CONNECT_TIMEOUT_SECONDS, READ_TIMEOUT_SECONDS),
                    allow_redirects=False,
                    **options,
                )
            except requests.RequestException as error:
                failure, wait = RapsheetError("connection_failed", "The service could not be reached."), 1
                failure.__cause__ = error
                if method in ("PUT", "DELETE"):
                    raise failure
            else:
                if response.status_code in (200, 201, 204):
                    return response
                with response:
                    failure = _error_of(response)
                wait = failure.retry_after if failure.retry_after is not None else 1
                if response.status_code not in (429, 502, 503, 504):
                    raise failure
                if method in ("PUT", "DELETE") and failure.code in ("unreadable_answer", "database_unavailable"):
                    raise failure
            if tries_left == 0 or wait > MAX_WAIT_SECONDS:
                raise failure
            time.sleep(wait)


def _ban_path(steam_id):
    return f"/api/bans/{quote(steam_id, safe='')}"


def _answer_of(response, field):
    try:
        answer = response.json()
    except ValueError:
        answer = None
    # A page of a proxy must not pass for an account without bans.
    if not isinstance(answer, dict) or field not in answer:
        raise RapsheetError("unreadable_answer", "The answer is not from Rapsheet.", response.status_code)
    return answer


def _error_of(response):
    status = response.status_code
    retry_after = response.headers.get("Retry-After", "")
    seconds = int(retry_after) if retry_after.isdigit() else None
    try:
        answer = response.json()
        return RapsheetError(answer["code"], answer["error"], status, seconds, answer)
    except (requests.RequestException, ValueError, KeyError, TypeError):
        return RapsheetError("unreadable_answer", "The answer is not from Rapsheet.", status, seconds)


def _events(response):
    """The data of Server-Sent Events."""
    return (data for _, _, data in _messages(response) if data is not None)


def _messages(response):
    """The name, id and data of Server-Sent Events; the data is one line here, and comments keep the connection open."""
    if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
        raise RapsheetError("unreadable_answer", "The answer is not from Rapsheet.", response.status_code)
    try:
        fields = {}
        # Bytes, because text would be split at more than the ends of lines.
        for line in response.iter_lines(chunk_size=None):
            name, _, value = line.partition(b":")
            if name in (b"event", b"id", b"data"):
                fields[name] = value.strip()
            elif not line and fields:
                data = fields.get(b"data")
                yield (
                    fields.get(b"event", b"").decode(),
                    fields.get(b"id", b"").decode(),
                    None if data is None else json.loads(data),
                )
                fields = {}
    except (requests.RequestException, ValueError) as error:
        raise RapsheetError("stream_broken", "The stream broke off.") from error
