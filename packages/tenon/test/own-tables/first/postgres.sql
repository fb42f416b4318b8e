create table if not exists queue_jobs (
  id bigint generated always as identity primary key,
  name text not null,
  queue text not null,
  priority integer not null,
  input text not null,
  state text not null check (state in (
    'ready', 'delayed', 'behind', 'running', 'crashed', 'failed'
  )),
  run_at bigint not null,
  attempt integer not null default 0,
  attempts integer not null,
  worker text,
  lease_until bigint,
  unique_key text,
  lane text,
  batch bigint,
  trace text,
  created_at bigint not null,
  started_at bigint,
  failed_at bigint,
  error text,
  stack text
);

create index if not exists queue_jobs_ready
  on queue_jobs (queue, priority desc, id) where state = 'ready';
create index if not exists queue_jobs_delayed on queue_jobs (run_at) where state = 'delayed';
create index if not exists queue_jobs_running on queue_jobs (lease_until) where state = 'running';
create index if not exists queue_jobs_crashed on queue_jobs (id) where state = 'crashed';
create index if not exists queue_jobs_batch on queue_jobs (batch, state) where batch is not null;
create index if not exists queue_jobs_behind
  on queue_jobs (lane, priority desc, id) where state = 'behind';
create index if not exists queue_jobs_lanes
  on queue_jobs (lane) where lane is not null and state in ('ready', 'running', 'crashed');
create unique index if not exists queue_jobs_unique
  on queue_jobs (name, unique_key) where unique_key is not null and state <> 'failed';

create table if not exists queue_steps (
  job bigint not null,
  position bigint not null,
  name text not null,
  signal_key text,
  wake_at bigint,
  result text,
  is_done integer not null,
  primary key (job, position)
);
create index if not exists queue_steps_waiting
  on queue_steps (name, signal_key) where is_done = 0;
create table if not exists queue_rates (queue text not null primary key, empty_at bigint not null);
create table if not exists queue_batches (
  id bigint generated always as identity primary key,
  total bigint not null,
  then_job text,
  catch_job text,
  is_ended integer not null default 0
);
create index if not exists queue_batches_open on queue_batches (id) where is_ended = 0;
create table if not exists queue_signals (
  id bigint generated always as identity primary key,
  name text not null,
  signal_key text not null,
  value text not null,
  created_at bigint not null
);
create table if not exists queue_workers (
  worker text not null primary key,
  queues text not null,
  seen_at bigint not null
);
create table if not exists queue_attachments (
  job bigint not null references queue_jobs (id) on delete cascade,
  position integer not null,
  name text not null,
  type text,
  content bytea not null,
  primary key (job, position)
);
create table if not exists schedule_tasks (
  name text not null primary key,
  cursor bigint not null,
  fence bigint not null default 0,
  signature text not null,
  paused_until bigint
);
create table if not exists schedule_runs (
  task text not null,
  tick bigint not null,
  state text not null check (state in ('running', 'ok', 'failed', 'overlap', 'missed', 'lost')),
  owner text,
  fence bigint not null,
  attempt integer not null,
  lease_until bigint,
  started_at bigint,
  finished_at bigint,
  error text,
  primary key (task, tick)
);
create index if not exists schedule_runs_tick on schedule_runs (tick);
create index if not exists schedule_runs_running on schedule_runs (task) where state = 'running';
create table if not exists sessions (
  digest text not null primary key,
  data text not null,
  created_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null
);
create index if not exists sessions_expires_at on sessions (expires_at);
create table if not exists tenon_logins (
  id text not null primary key,
  account text not null,
  user_key text not null,
  stamp text not null,
  device text not null,
  ip text not null,
  created_at bigint not null,
  used_at bigint not null,
  confirmed_at bigint not null,
  expires_at bigint not null,
  remember_until bigint,
  remember_digest text,
  previous_digest text,
  rotated_at bigint
);
create index if not exists tenon_logins_user on tenon_logins (account, user_key);
create index if not exists tenon_logins_expires_at on tenon_logins (expires_at);
create table if not exists tenon_identities (
  id text not null primary key,
  account text not null,
  user_key text not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at bigint not null,
  used_at bigint,
  unique (account, issuer, subject)
);
create index if not exists tenon_identities_user on tenon_identities (account, user_key);
create table if not exists tenon_passkeys (
  id text not null primary key,
  account text not null,
  user_key text not null,
  name text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  created_at bigint not null,
  used_at bigint
);
create index if not exists tenon_passkeys_user on tenon_passkeys (account, user_key);
create table if not exists tenon_tokens (
  id text not null primary key,
  account text not null,
  user_key text not null,
  name text not null,
  digest text not null,
  abilities text not null,
  created_at bigint not null,
  used_at bigint,
  expires_at bigint
);
create index if not exists tenon_tokens_user on tenon_tokens (account, user_key);
create table if not exists tenon_used_links (
  id text not null primary key,
  expires_at bigint not null
);
create index if not exists tenon_used_links_expires_at on tenon_used_links (expires_at);
create table if not exists tenon_authenticators (
  account text not null,
  user_key text not null,
  secret text,
  pending text,
  last_step bigint not null,
  primary key (account, user_key)
);
create table if not exists tenon_recovery_codes (
  account text not null,
  user_key text not null,
  digest text not null,
  primary key (account, user_key, digest)
);
create table if not exists tenon_maintenance (retry_after integer not null, secret_digest text);
insert into queue_jobs (id, name, queue, priority, input, state, run_at, attempt, attempts, batch, created_at, failed_at, error, stack) overriding system value
  values (1, 'charge', 'default', 0, '{"order":1}', 'failed', 1795397711073, 8, 5, 1, 1795397711073, 1795176000000, 'Error: no paper', 'Error: no paper');
insert into queue_jobs (id, name, queue, priority, input, state, run_at, attempt, attempts, created_at) overriding system value
  values (2, 'charge', 'default', 0, '{"order":2}', 'delayed', 1797989711081, 0, 5, 1795397711081);
insert into queue_jobs (id, name, queue, priority, input, state, run_at, attempt, attempts, created_at, started_at) overriding system value
  values (3, 'ship', 'default', 0, '{"order":3}', 'delayed', 4102444800000, 1, 6, 1795176000000, 1795176000000);
insert into queue_jobs (id, name, queue, priority, input, state, run_at, attempt, attempts, created_at) overriding system value
  values (4, 'mail:send', 'mail', 0, '{"id":"<5@example.com>","mail":"Invoice","from":{"name":"The Shop","address":"shop@example.com"},"to":[{"name":"Äda","address":"ada@example.com"}],"cc":[],"bcc":[{"name":"","address":"hidden@example.com"}],"replyTo":[],"subject":"Your invoice","html":"<p>Thank you</p>","text":"Thank you","headers":{"X-Shop":"yes"}}', 'ready', 1795397711145, 0, 30, 1795397711145);
insert into queue_jobs (id, name, queue, priority, input, state, run_at, attempt, attempts, unique_key, lane, batch, created_at) overriding system value
  values (5, 'charge', 'default', 0, '{"order":4}', 'ready', 1795397711152, 0, 5, '4', 'orders', 1, 1795397711152);
select setval(pg_get_serial_sequence('queue_jobs', 'id'), 5);
insert into queue_steps (job, position, name, result, is_done)
  values (3, 0, 'pack', '{"box":3}', 1);
insert into queue_steps (job, position, name, signal_key, wake_at, is_done)
  values (3, 1, 'picked-up', '3', 4102444800000, 0);
insert into queue_rates (queue, empty_at)
  values ('mail', 1795176000000);
insert into queue_batches (id, total, is_ended) overriding system value
  values (1, 2, 0);
select setval(pg_get_serial_sequence('queue_batches', 'id'), 1);
insert into queue_signals (id, name, signal_key, value, created_at) overriding system value
  values (1, 'paid', '9', '{"value":true}', 1795176000000);
select setval(pg_get_serial_sequence('queue_signals', 'id'), 1);
insert into queue_workers (worker, queues, seen_at)
  values ('host:1:a', '["default"]', 1795176000000);
insert into queue_attachments (job, position, name, type, content)
  values (4, 0, 'a.pdf', 'application/pdf', '\x504446');
insert into schedule_tasks (name, cursor, fence, signature, paused_until)
  values ('digest', 1795176000000, 2, '* * * * * UTC', 4102444800000);
insert into schedule_runs (task, tick, state, owner, fence, attempt, started_at, finished_at, error)
  values ('digest', 1795175940000, 'failed', 'host:1:a', 1, 1, 1795176000000, 1795176000000, 'Error: no paper');
insert into schedule_runs (task, tick, state, owner, fence, attempt, started_at, finished_at)
  values ('digest', 1795176000000, 'ok', 'host:1:a', 2, 1, 1795176000000, 1795176000000);
insert into sessions (digest, data, created_at, used_at, expires_at)
  values ('d8BRvyu-gsroakN-_kSu1fuuYIJ2OCAj0usWkZ5dBY0', '~{"~":["map",["cart","a book"]]}', 1795176000000, 1795176000000, 4102444800000);
insert into tenon_logins (id, account, user_key, stamp, device, ip, created_at, used_at, confirmed_at, expires_at, remember_until, remember_digest)
  values ('login-1', 'users', '1', 'stamp', 'Firefox', '192.0.2.1', 1795176000000, 1795176000000, 1795176000000, 4102444800000, 4102444800000, '5gpXHHg_Hw5vQGIoLC_Jxlo_YoSAGvUQ1qObVyfTYrs');
insert into tenon_identities (id, account, user_key, provider, issuer, subject, email, created_at)
  values ('identity-1', 'users', '1', 'github', 'https://github.com', '42', 'ada@example.org', 1795176000000);
insert into tenon_authenticators (account, user_key, secret, last_step)
  values ('users', '1', 'sealed', 59000000);
insert into tenon_recovery_codes (account, user_key, digest)
  values ('users', '1', 'rps7itAaNqF08WnMPHXEenvYc6LY-njMXYXz-goz_JY');
insert into tenon_passkeys (id, account, user_key, name, public_key, counter, transports, created_at)
  values ('passkey-1', 'users', '1', 'Phone', 'a2V5', 4, '["internal"]', 1795176000000);
insert into tenon_used_links (id, expires_at)
  values ('link-1', 4102444800000);
insert into tenon_tokens (id, account, user_key, name, digest, abilities, created_at, expires_at)
  values ('token-1', 'users', '1', 'CI', 'Mqh00N5RfMN44CJmPEl1wHD4PXziR6y9ujTutX-WNRY', '["read"]', 1795176000000, 4102444800000);
insert into tenon_maintenance (retry_after, secret_digest)
  values (60, 'digest');
