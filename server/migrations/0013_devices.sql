-- Devices of the staff as they last told of themselves (WORK-7): when they had synchronised, and what waited on them. The office reads
-- it; nothing is decided by it.
create table device (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  -- The browser's own name, which survives logouts.
  device_id text not null check (length(device_id) <= 64),
  -- The session that told it. Once that one has ended, what waits there waits for the next login: no reference, the row outlives it.
  token_hash text not null,
  -- « iPhone · Safari »
  agent text not null,
  -- Date of the app's build, as it names itself.
  version text,
  reported_at timestamptz not null,
  -- When a complete round had just ended; null: never.
  synced_at timestamptz,
  pending integer not null,
  refused integer not null,
  files integer not null,
  -- When the oldest of what waits was entered, by the device's clock.
  oldest timestamptz,
  primary key (company_id, personnel_id, device_id)
);
create index device_reported on device (company_id, reported_at);
create index device_session on device (company_id, token_hash);

alter table device enable row level security;
alter table device force row level security;
create policy tenant on device
  using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
