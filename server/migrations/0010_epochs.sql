-- Histories that a restore ended: what the present one still contains of each (MASTER-6). A device sends again what was acknowledged
-- to it above `seq`.
create table company_epoch (
  company_id text not null references company (id) on delete cascade,
  epoch uuid not null,
  seq bigint not null,
  ended_at timestamptz not null default now(),
  primary key (company_id, epoch)
);

alter table company_epoch enable row level security;
alter table company_epoch force row level security;
create policy tenant on company_epoch
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
