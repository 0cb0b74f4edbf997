-- Logo and background of a company: small, public, and part of every document, so they live with its row.
create table company_picture (
  company_id text not null references company (id) on delete cascade,
  sha256 text not null,
  type text not null check (type in ('image/png', 'image/jpeg')),
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (company_id, sha256)
);
alter table company_picture enable row level security;
alter table company_picture force row level security;
create policy tenant on company_picture using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));
