-- What every service of the contract stands on: settings of a company, what a session is limited to, what leaves for the outside
-- (mail, SMS, push), what was done by whom, and writes that happen once.

alter table company
  add column "SMS_EXPEDITEUR" text,
  add column "MAIL_EXPEDITEUR" text,
  -- { host, port, secure, user, password }: the password is sealed (secrets.ts), never readable in a copy of the database.
  add column "SMTP" jsonb,
  add column "SIRET" text,
  add column "ADRESSE" text,
  add column "CODE_POSTAL" text,
  add column "VILLE" text,
  add column "TELEPHONE" text,
  add column "MENTIONS_LEGALES" text,
  add column "MEDIATEUR" text,
  add column "ASSURANCE" text,
  add column disabled boolean not null default false;

-- An administrator who acts as somebody else: 'admin:<id>'. A link to one quote opens a session that can do nothing else.
alter table session
  add column impersonator text,
  add column limited_to text;

-- Everything that leaves for the outside, written in the transaction that decides it; server/messages sends it. Null company: the
-- platform's own mails (an administrator's password). Same key, same message: it leaves at most once (I3).
create table message (
  id text primary key,
  company_id text references company (id) on delete cascade,
  key text not null,
  channel text not null check (channel in ('mail', 'sms', 'push')),
  recipient text not null,
  payload jsonb not null,
  -- recorded: there is no provider, the outbox is where it ends. unknown: the process died between the provider's acceptance and
  -- our mark, it is shown and never sent again by itself (sync-rules 25). failed: the dead letters.
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'recorded', 'failed', 'unknown')),
  attempts integer not null default 0,
  error text,
  provider_id text,
  resource text,
  record_id text,
  created_by text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create unique index message_key on message (company_id, key) nulls not distinct;
create index message_status on message (company_id, status, created_at);

-- Append-only: logins, impersonations, exports, signatures, administrators' writes, console (readable by administrators).
create table audit (
  id text primary key,
  company_id text references company (id) on delete cascade,
  at timestamptz not null default now(),
  -- 'admin:<id>', 'personnel:<id>', 'client:<id>', 'anonymous'
  actor text not null,
  impersonator text,
  action text not null,
  target text,
  ip text,
  device text,
  details jsonb not null default '{}'
);
create index audit_at on audit (company_id, at desc);

create function guard_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'LO003';
end
$$;
create trigger audit_append_only before update or delete on audit for each row execute function guard_append_only();

-- Writes of the services (not of synced records, which have `mutation`): the second send gets the first one's answer.
create table once_result (
  company_id text references company (id) on delete cascade,
  account text not null,
  id text not null,
  body_hash text not null,
  result jsonb,
  created_at timestamptz not null default now()
);
create unique index once_result_key on once_result (company_id, account, id) nulls not distinct;

do $$
declare
  owned text;
begin
  foreach owned in array array['message', 'audit', 'once_result']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
    execute format('create policy platform on %I using (company_id is null and current_setting(''app.platform'', true) = ''on'')
      with check (company_id is null and current_setting(''app.platform'', true) = ''on'')', owned);
  end loop;
end $$;
