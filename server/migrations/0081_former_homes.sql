-- Where a client lived before: an address may be a record that nothing names any more, and an appointment without a project is of whoever lived there. Both are
-- that client's, to be given and to be erased.
create table former_home (
  company_id text not null references company (id) on delete cascade,
  client_id text not null,
  adresse_id text not null,
  until timestamptz not null default now(),
  primary key (company_id, client_id, adresse_id)
);
create index former_home_adresse on former_home (company_id, adresse_id);

alter table former_home enable row level security;
alter table former_home force row level security;
create policy tenant on former_home using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

create function note_former_home() returns trigger language plpgsql as $$
begin
  insert into former_home (company_id, client_id, adresse_id) values (new.company_id, new."IDCLIENT", old."IDADRESSE")
  on conflict (company_id, client_id, adresse_id) do update set until = excluded.until;
  return null;
end
$$;
create trigger client_former_home after update on client for each row
  when (old."IDADRESSE" is not null and old."IDADRESSE" is distinct from new."IDADRESSE")
  execute function note_former_home();
