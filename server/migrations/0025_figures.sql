-- What those who watch the server count (server/monitoring): over all companies, by a scope that only reads.

-- Conflicts that nobody has reviewed.
create index conflit_open on conflit (company_id) where "RESOLU" = 0 and not deleted;
create policy figures on conflit for select using (
  current_setting('app.figures', true) = 'on' and "RESOLU" = 0 and not deleted);

-- Devices with something on them that the office does not have.
create index device_waiting on device (oldest) where pending + refused + files > 0;
create policy figures on device for select using (current_setting('app.figures', true) = 'on');

-- When backups were made, wherever they were put: a few bytes each.
create table backup_made (at timestamptz primary key);
alter table backup_made enable row level security;
alter table backup_made force row level security;
create policy platform on backup_made using (current_setting('app.platform', true) = 'on')
  with check (current_setting('app.platform', true) = 'on');
create policy figures on backup_made for select using (current_setting('app.figures', true) = 'on');

-- The last migration that has run. The requests' role may not read the list itself.
create function last_migration() returns text language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select max(name collate "C") from public.schema_migration $$;
