-- Photos of the staff: small, shown wherever people are, and gone with the person, so they live beside their record and not in the drive.
create table personnel_photo (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  sha256 text not null,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 204800),
  created_at timestamptz not null default now(),
  primary key (company_id, personnel_id)
);
alter table personnel_photo enable row level security;
alter table personnel_photo force row level security;
create policy tenant on personnel_photo using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
