#!/usr/bin/env bash
# A guest for a weekend: a door from the coming Friday 15:00 to Sunday 11:00, by the clock at that door. Needs curl and python3.
#
#   export CARDEA_BASE=https://doors.example CARDEA_USER=owner@example.com CARDEA_PASSWORD=…
#   weekend-guest.sh give guest@example.com "Street door" ["Greta Berg"]   creates the person where there is none
#   weekend-guest.sh take guest@example.com "Street door"                  takes the access away
#   weekend-guest.sh remove guest@example.com                              takes the person out, with all their access
set -euo pipefail
usage() { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
what=${1:-} guest=${2:-} door=${3:-} name=${4:-${2:-}} token=
case $what,$# in give,[34] | take,3 | remove,2) ;; *) usage ;; esac
body=$(mktemp)

# Sends a request and leaves the answer in $body. After 429 and 503 curl waits as long as Retry-After says, and repeats.
send() { # METHOD PATH [CURL'S ARGUMENTS]…
    local status
    status=$(curl -sS --retry 4 -o "$body" -w '%{http_code}' -X "$1" "$CARDEA_BASE$2" "${@:3}")
    ((status < 300)) || { echo "$1 $2: $status $(cat "$body")" >&2; return 1; }
}
# The same for somebody signed in. Secrets go through pipes: everybody on a machine can read its command lines.
call() { # METHOD PATH [JSON]
    send "$1" "$2" -H @<(printf 'Authorization: Bearer %s' "$token") ${3:+-H 'Content-Type: application/json' -d "$3"}
}
# Prints what a Python expression makes of the answer, a, and of further arguments, v.
pick() { python3 -c "import json, sys; a, v = json.load(open('$body')), sys.argv[1:]; print($1)" "${@:2}"; }
json() { python3 -c 'import json, sys; print(json.dumps(dict(zip(sys.argv[1::2], sys.argv[2::2]))))' "$@"; }
escaped() { python3 -c 'import sys, urllib.parse; print(urllib.parse.quote(sys.argv[1], safe=""))' "$1"; }
# The calendar of the weekend, in the zone of the door.
weekend() { # ZONE
    python3 - "$1" <<'END'
import json, sys
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo
zone = ZoneInfo(sys.argv[1])
today = datetime.now(zone).date()
friday = today + timedelta(days=(4 - today.weekday()) % 7)
start = datetime.combine(friday, time(15), zone)
end = datetime.combine(friday + timedelta(days=2), time(11), zone)
print(json.dumps({"start_time": start.isoformat(), "rule_sets": [{"end_time": end.isoformat()}]}))
END
}
leave() {
    [[ -z $token ]] || call DELETE /oauth2/cookie || true
    rm -f "$body"
}
trap leave EXIT

send POST /oauth2/token -d grant_type=password -d client_id=cardea-android --data-urlencode "username=$CARDEA_USER" \
    --data-urlencode password@<(printf %s "$CARDEA_PASSWORD")
token=$(pick 'a["access_token"]')

call GET "/users/v1?perpage=1000&username=$(escaped "$guest")"
person=$(pick 'next((p["id"] for p in a if p["username"].lower() == v[0].lower()), "")' "$guest")
[[ -n $person || $what == give ]] || { echo "there is no $guest" >&2; exit 1; }
if [[ $what == remove ]]; then
    call DELETE "/users/v1/$person"
    exit
fi

call GET '/locks/v1?perpage=1000'
read -r lock zone < <(pick 'next((l["id"] + " " + (l["timezone"] or "UTC") for l in a if l["name"] == v[0]), "")' "$door")
[[ -n $lock ]] || { echo "there is no door $door" >&2; exit 1; }

if [[ $what == give ]]; then
    if [[ -z $person ]]; then
        call PUT "/users/v1/$(escaped "$guest")" "$(json display_name "$name")"
        person=$(pick 'a["id"]')
        echo "$guest signs in with $(pick 'a["password"]'), which is told this once"
    fi
    call POST /links/v1/calendars "$(weekend "$zone")"
    calendar=$(pick 'a["id"]')
    call POST /links/v1 "$(json user_id "$person" lock_id "$lock" calendar_id "$calendar" link_profile user_allow_remote)" ||
        { call DELETE "/links/v1/calendars/$calendar"; exit 1; }
else
    call GET "/users/v1/$person/effective_links"
    read -r link calendar < <(pick 'next((l["link"]["id"] + " " + (l["link"]["calendar_id"] or "") for l in a
        if l["link"]["lock_id"] == l["lock_id"] == v[0] and l["link"]["user_id"]), "")' "$lock")
    [[ -n $link ]] || { echo "$guest has no access of their own to $door" >&2; exit 1; }
    call DELETE "/links/v1/$link"
    [[ -z $calendar ]] || call DELETE "/links/v1/calendars/$calendar"
fi
