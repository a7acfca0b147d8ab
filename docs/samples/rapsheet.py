"""A small client of Rapsheet. Needs Python 3.9 and requests."""

import json
import time

import requests

CONNECT_TIMEOUT_SECONDS = 15
# The service sends a comment every 15 seconds while a scan waits for Steam.
READ_TIMEOUT_SECONDS = 45
TRIES = 3
MAX_WAIT_SECONDS = 60


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
    def __init__(self, base_url, user_agent, api_token=None, policy_token=None):
        self.base_url = base_url.rstrip("/")
        self.api_token = api_token
        self.policy_token = policy_token
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

    def _get(self, path, query, token, field):
        response = self._send("GET", path, token, params=query)
        try:
            answer = response.json()
        except ValueError:
            answer = None
        # A page of a proxy must not pass for an account without bans.
        if not isinstance(answer, dict) or field not in answer:
            raise RapsheetError("unreadable_answer", "The answer is not from Rapsheet.", response.status_code)
        return answer

    def _send(self, method, path, token, **options):
        """Sends a request; repeats it when the service asks for a pause that is short enough."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
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
            else:
                if response.status_code == 200:
                    return response
                with response:
                    failure = _error_of(response)
                wait = failure.retry_after if failure.retry_after is not None else 1
                if response.status_code not in (429, 502, 503, 504):
                    raise failure
            if tries_left == 0 or wait > MAX_WAIT_SECONDS:
                raise failure
            time.sleep(wait)


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
    """The data of Server-Sent Events; each is one line here, and comments keep the connection open."""
    if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
        raise RapsheetError("unreadable_answer", "The answer is not from Rapsheet.", response.status_code)
    try:
        # Bytes, because text would be split at more than the ends of lines.
        for line in response.iter_lines(chunk_size=None):
            if line.startswith(b"data:"):
                yield json.loads(line[len(b"data:"):])
    except (requests.RequestException, ValueError) as error:
        raise RapsheetError("stream_broken", "The stream broke off.") from error
