-- Applications at the payment provider that a company had before its present one. A link that was made with one of them may still be paid, and the events of that
-- payment are signed for it. Sealed as in `payment_account`, and never used for a new link.
create table former_payment_account (
  company_id text not null references company (id) on delete cascade,
  app_id text not null,
  app_secret text not null,
  private_key text not null,
  -- When it was replaced or removed.
  ended_at timestamptz not null default now(),
  primary key (company_id, app_id)
);

alter table former_payment_account enable row level security;
alter table former_payment_account force row level security;
create policy tenant on former_payment_account using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
