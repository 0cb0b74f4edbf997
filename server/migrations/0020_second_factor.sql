-- Second factor of staff and administrators (TOTP, passkeys, recovery codes), and when a session last proved who holds it.

alter table session
  -- May do nothing but set up a second factor: its account must have one and has none yet.
  add column setting_up boolean not null default false,
  -- When its holder last gave the password or the second factor; null: never in this session.
  add column proven_at timestamptz;

-- The company asks a second factor of its whole staff.
alter table company add column "SECOND_FACTEUR" smallint not null default 0 check ("SECOND_FACTEUR" in (0, 1));

-- In the four tables: null company is the platform's; account is 'personnel:<id>' or 'admin:<id>'.
create table totp (
  company_id text references company (id) on delete cascade,
  account text not null,
  -- In use, sealed (secrets.ts); null: none yet.
  secret text,
  -- Shown and not yet proved by a first code, sealed: the one in use goes on until then.
  pending text,
  -- The last time step whose code was accepted: that one and those before it are accepted no more.
  last_step bigint not null default 0
);
create unique index totp_account on totp (coalesce(company_id, ''), account);

create table passkey (
  id uuid primary key default gen_random_uuid(),
  company_id text references company (id) on delete cascade,
  account text not null,
  name text not null,
  -- base64url
  credential_id text not null,
  -- base64url of the COSE key
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkey_credential on passkey (coalesce(company_id, ''), credential_id);
create index passkey_account on passkey (coalesce(company_id, ''), account);

create table recovery_code (
  -- Keyed: useless without the server's secret.
  digest text primary key,
  company_id text references company (id) on delete cascade,
  account text not null,
  used_at timestamptz
);
create index recovery_code_account on recovery_code (coalesce(company_id, ''), account);

-- A question that waits for its answer: after a password ('login'), or in a session that adds a passkey or proves itself anew.
create table factor_challenge (
  -- Keyed digest of the token that its holder was given, or of the session that asked.
  digest text primary key,
  company_id text references company (id) on delete cascade,
  account text not null,
  purpose text not null check (purpose in ('login', 'add', 'prove')),
  -- What a passkey has to sign; null: no passkey was asked for.
  webauthn text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index factor_challenge_expires on factor_challenge (expires_at);

do $$
declare
  owned text;
begin
  foreach owned in array array['totp', 'passkey', 'recovery_code', 'factor_challenge']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
    execute format('create policy platform on %I using (company_id is null and current_setting(''app.platform'', true) = ''on'')
      with check (company_id is null and current_setting(''app.platform'', true) = ''on'')', owned);
  end loop;
end $$;

-- Sessions of administrators were opened by a password alone.
select set_config('app.platform', 'on', true);
update session set revoked_at = now() where kind = 'admin' and company_id is null and revoked_at is null;
select set_config('app.platform', '', true);
