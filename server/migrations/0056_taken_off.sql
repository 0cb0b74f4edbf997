-- Who was taken off an appointment, or off works, and when: their device, which had no network, still sends what it holds about them (PUSH-12).
create table taken_off (
  company_id text not null references company (id) on delete cascade,
  resource text not null check (resource in ('rdv', 'intervention')),
  record_id text not null,
  personnel_id text not null,
  -- Its project at that moment: reports and files about them hang on it.
  projet_id text,
  at timestamptz not null default now(),
  primary key (company_id, resource, record_id, personnel_id)
);
create index taken_off_projet on taken_off (company_id, personnel_id, projet_id);
create index taken_off_at on taken_off (company_id, at);

alter table taken_off enable row level security;
alter table taken_off force row level security;
create policy tenant on taken_off using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
