"""OpenStack Swift with its S3 interface: all its servers in one process, on loopback, below one directory.

usage: server.py <directory> <access key> <secret key>; prints the port, then serves until it is ended.
"""
import os
import sys
import time

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402

directory, access_key, secret_key = sys.argv[1:4]
with open(os.path.join(directory, 'swift.conf'), 'w') as conf:
    conf.write("""[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test

[storage-policy:0]
name = only
default = yes
""")

import swift.common.utils as utils  # noqa: E402

utils.SWIFT_CONF_FILE = os.path.join(directory, 'swift.conf')
utils.validate_configuration()

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402

reload_storage_policies()
os.environ['TZ'] = 'UTC+0'
time.tzset()
KINDS = ('account', 'container', 'object')
sockets = {kind: eventlet.listen(('127.0.0.1', 0)) for kind in KINDS + ('proxy',)}
ports = {kind: socket.getsockname()[1] for kind, socket in sockets.items()}
os.makedirs(os.path.join(directory, 'devices', 'd1', 'tmp'), exist_ok=True)

for kind in KINDS:
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': ports[kind],
                  'device': 'd1', 'replication_ip': '127.0.0.1', 'replication_port': ports[kind]})
    ring.rebalance()
    ring.get_ring().save(os.path.join(directory, kind + '.ring.gz'))

COMMON = """[DEFAULT]
swift_dir = %(directory)s
devices = %(directory)s/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = ERROR
log_address = %(directory)s/no-log
"""
STORAGE = COMMON + """
[pipeline:main]
pipeline = %(kind)s-server

[app:%(kind)s-server]
use = egg:swift#%(kind)s
"""
PROXY = COMMON + """
[pipeline:main]
pipeline = catch_errors proxy-logging cache listing_formats bulk s3api tempauth slo dlo proxy-logging proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_%(account)s_%(user)s = %(secret)s .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""
account, user = access_key.split(':')
for kind, template in [(kind, STORAGE) for kind in KINDS] + [('proxy', PROXY)]:
    path = os.path.join(directory, kind + '-server.conf')
    with open(path, 'w') as conf:
        conf.write(template % {'directory': directory, 'kind': kind, 'account': account, 'user': user,
                               'secret': secret_key})
    app = loadapp(path, global_conf={'log_name': kind})
    eventlet.spawn(wsgi.server, sockets[kind], app, open(os.devnull, 'w'), protocol=SwiftHttpProtocol,
                   capitalize_response_headers=False)

print(ports['proxy'], flush=True)
# Ends with whoever started it.
eventlet.tpool.execute(sys.stdin.read)
