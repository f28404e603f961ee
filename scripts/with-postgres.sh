#!/bin/sh
# with-postgres.sh COMMAND…: runs COMMAND with a temporary PostgreSQL cluster, whose URL stands in CARDEA_TEST_POSTGRES, and takes the
# cluster away afterwards. Answers COMMAND's exit code. A cluster named by CARDEA_TEST_POSTGRES beforehand is used as it is.
#
# The cluster listens on a socket, and for what has to do with networks on a free port of 127.0.0.1, and does not wait for the disk: it is
# for tests only. PostgreSQL refuses to run as root, so root runs it as the user `postgres`.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: with-postgres.sh COMMAND…" >&2
    exit 2
fi
if [ -n "${CARDEA_TEST_POSTGRES:-}" ]; then
    exec "$@"
fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
if [ -z "$bin" ] && command -v initdb >/dev/null 2>&1; then
    bin=$(dirname "$(command -v initdb)")
fi
if [ -z "$bin" ] || [ ! -x "$bin/initdb" ]; then
    echo "with-postgres.sh: PostgreSQL's server is missing (Debian: apt-get install postgresql)" >&2
    exit 1
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/cardea-postgres.XXXXXX")
# The name of a socket may have a hundred bytes.
sockets=$(mktemp -d /tmp/cardea-sockets.XXXXXX)
chmod 711 "$sockets"
as_owner() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then
    if ! id postgres >/dev/null 2>&1; then
        echo "with-postgres.sh: PostgreSQL does not run as root, and there is no user postgres" >&2
        exit 1
    fi
    chown postgres "$folder" "$sockets"
    as_owner() { runuser -u postgres -- "$@"; }
fi

stop() {
    as_owner "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder" "$sockets"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The folder belongs to the cluster's owner, who may not enter the one that this was started in.
cd "$folder"
as_owner "$bin/initdb" -D "$folder/data" -U cardea --auth=trust -E UTF8 --locale=C.UTF-8 --no-sync >"$folder/initdb.log" 2>&1 || {
    cat "$folder/initdb.log" >&2
    exit 1
}

# A port that was free a moment ago may be taken meanwhile: try some.
started=no
for attempt in 1 2 3 4 5; do
    port=$(awk -v seed="$$$attempt$(date +%N)" 'BEGIN { srand(seed % 2147483647); print 20000 + int(rand() * 30000) }')
    options="-c port=$port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$sockets -c fsync=off -c synchronous_commit=off"
    options="$options -c full_page_writes=off -c max_connections=400 -c shared_buffers=64MB -c autovacuum=off"
    if as_owner "$bin/pg_ctl" -D "$folder/data" -l "$folder/server.log" -o "$options" -w -t 60 start >"$folder/start.log" 2>&1; then
        started=yes
        break
    fi
done
if [ "$started" = no ]; then
    cat "$folder/start.log" "$folder/server.log" >&2
    exit 1
fi

cd "$OLDPWD"
# A trip by a socket takes less time than one by TCP: a twentieth of that of the tests.
CARDEA_TEST_POSTGRES="postgres://cardea@$(echo "$sockets" | sed s,/,%2F,g):$port/postgres"
export CARDEA_TEST_POSTGRES
code=0
"$@" || code=$?
exit "$code"
