-- Accounts: password links, sessions that administrators see and end, impersonation that ends with the administrator's own session,
-- the legacy system's single sign-on, and whose rows the console reads.

-- As the entity file names it (schemas/entities/user.ts).
alter table admin_user rename column mail to email;

alter table session
  -- Names the session to administrators; the token's hash stays out of sight.
  add column id uuid not null default gen_random_uuid() unique,
  -- The administrator's own session that an impersonation hangs on: it lives no longer than that one.
  add column parent_hash text;

-- Key that the legacy system signs its login tokens with, sealed (secrets.ts); null: POST /auth/token/lola does not exist there.
alter table company add column "CLE_LOLA" text;

-- One link to choose a password with, mailed to the account; only its digest is kept. Null company: an administrator's.
create table password_link (
  digest text primary key,
  company_id text references company (id) on delete cascade,
  -- 'personnel:<id>' or 'admin:<id>'
  account text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_account on password_link (company_id, account);

-- Login tokens of the legacy system that were used: each opens one session.
create table lola_token (
  company_id text not null references company (id) on delete cascade,
  jti text not null,
  expires_at timestamptz not null,
  primary key (company_id, jti)
);

-- The company that a console query may read: one row of its own transaction, which never commits. A setting would not do, since a
-- query can change settings.
create table console_scope (
  company_id text not null references company (id) on delete cascade
);

do $$
declare
  owned text;
begin
  foreach owned in array array['password_link', 'lola_token', 'console_scope']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
create policy platform on password_link using (company_id is null and current_setting('app.platform', true) = 'on')
  with check (company_id is null and current_setting('app.platform', true) = 'on');
