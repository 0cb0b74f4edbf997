-- The platform: companies, sessions, credentials, idempotency, and the commit-ordered counter. Entities come in 0002.
-- One file runs on PGlite (PostgreSQL 18) and on PostgreSQL >= 15. Rights are granted after the migrations (app-role.ts).

create table company (
  id text primary key,
  -- First label of the host name.
  key text not null unique check (key ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and key not in ('admin', 'www', 'localhost')),
  "NOM" text not null,
  "COLOR" text default '#BD1734',
  "LOGO" text,
  "BACKGROUND" text,
  "FUSEAU" text not null default 'Europe/Paris',
  "AIDE_URL" text,
  "WEBSERVICE_SERVER" jsonb,
  seq bigint not null default 0,
  -- Changes when a backup is restored: checkpoints of another epoch mean nothing (sync-rules 8).
  epoch uuid not null default gen_random_uuid()
) with (fillfactor = 50); -- room for the counter's updates to stay in their page

create table credential (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  mail text not null check (mail = lower(mail)),
  password_hash text not null,
  disabled boolean not null default false,
  primary key (company_id, personnel_id),
  unique (company_id, mail)
);

create table admin_user (
  id text primary key,
  mail text not null unique check (mail = lower(mail)),
  name text not null,
  password_hash text not null,
  disabled boolean not null default false
);

create table session (
  -- SHA-256 of the token; the token itself is never stored.
  token_hash text primary key,
  kind text not null check (kind in ('admin', 'personnel', 'client')),
  account_id text not null,
  -- Null for an administrator.
  company_id text references company (id) on delete cascade,
  device_id text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check ((kind = 'admin') = (company_id is null))
);
create index session_account on session (company_id, kind, account_id);

-- One verdict per mutation: the second send of a write answers without writing (I3). The record is read anew at each replay.
create table mutation (
  company_id text not null references company (id) on delete cascade,
  account text not null,
  id text not null,
  body_hash text not null,
  status integer not null,
  resource text not null,
  record_id text not null,
  version integer,
  seq bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, account, id)
);

-- Commit-ordered numbers (I6). The counter row stays locked until the transaction ends, so a smaller number is always visible before
-- a greater one. Call it as late as possible, once for all rows of the write; returns the first of the n numbers.
create function take_seq(n integer) returns bigint language plpgsql as $$
declare
  last bigint;
begin
  if n is null or n < 1 then
    raise exception 'take_seq: n must be at least 1';
  end if;
  update company set seq = seq + n where id = current_setting('app.company_id', true) returning seq into last;
  if last is null then
    raise exception 'take_seq: no company in this transaction';
  end if;
  -- Nobody else can take a number before the end of this transaction: from the first call on, all numbers are ours.
  if coalesce(current_setting('app.seq_from', true), '') = '' then
    perform set_config('app.seq_from', (last - n)::text, true);
  end if;
  perform set_config('app.seq_to', last::text, true);
  return last - n + 1;
end
$$;

-- BEFORE INSERT OR UPDATE on every synced table: a row that changes without a number of this transaction would never reach the
-- devices (sync-rules 22). seq_to is the company's seq, whose row this transaction holds.
create function guard_seq() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.seq_to', true), '') = ''
    or new.seq <= current_setting('app.seq_from')::bigint
    or new.seq > current_setting('app.seq_to')::bigint
  then
    raise exception 'guard_seq: % changed without a number of this transaction', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end
$$;

alter table company enable row level security;
alter table company force row level security;
create policy tenant on company
  using (id = current_setting('app.company_id', true))
  with check (id = current_setting('app.company_id', true));
-- Before login: the theme of one company, by its id or host label.
create policy by_key on company for select
  using (current_setting('app.company_key', true) in (id, key));
create policy platform on company for select
  using (current_setting('app.platform', true) = 'on');

alter table credential enable row level security;
alter table credential force row level security;
create policy tenant on credential
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

alter table admin_user enable row level security;
alter table admin_user force row level security;
create policy platform on admin_user
  using (current_setting('app.platform', true) = 'on')
  with check (current_setting('app.platform', true) = 'on');

alter table session enable row level security;
alter table session force row level security;
create policy tenant on session
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
create policy by_token on session
  using (token_hash = current_setting('app.token_hash', true))
  with check (token_hash = current_setting('app.token_hash', true));
create policy platform on session
  using (company_id is null and current_setting('app.platform', true) = 'on')
  with check (company_id is null and current_setting('app.platform', true) = 'on');

alter table mutation enable row level security;
alter table mutation force row level security;
create policy tenant on mutation
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
