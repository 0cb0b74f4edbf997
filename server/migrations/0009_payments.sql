-- Payments of orders, and the account that receives a company's money.
create table payment_account (
  company_id text primary key references company (id) on delete cascade,
  -- The application at the provider; secret and key are sealed (secrets.ts).
  app_id text not null,
  app_secret text not null,
  private_key text not null,
  updated_at timestamptz not null default now()
);

create table payment (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  devis_id text not null,
  -- Cents, euros.
  amount bigint not null check (amount > 0),
  -- created: recorded, no link yet · pending: the customer has a link · confirmed: the bank has executed it · failed
  state text not null default 'created' check (state in ('created', 'pending', 'confirmed', 'failed')),
  provider text,
  -- The provider's name for it.
  session text,
  url text,
  -- Who asked for it, and their Idempotency-Key: the second send gets the first one's payment.
  created_by text not null,
  key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (company_id, id)
);
create unique index payment_session on payment (company_id, session);
create unique index payment_key on payment (company_id, created_by, key);
create index payment_devis on payment (company_id, devis_id, created_at);

-- What was paid stays paid: neither its amount nor its order changes, and a confirmation is not taken back.
create function guard_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.devis_id <> old.devis_id or new.amount <> old.amount
    or (old.state = 'confirmed' and new.state <> 'confirmed')
  then
    raise exception 'payment % is settled', old.id using errcode = 'LO003';
  end if;
  return new;
end
$$;
create trigger payment_guard before update or delete on payment for each row execute function guard_payment();

do $$
declare
  owned text;
begin
  foreach owned in array array['payment_account', 'payment']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
