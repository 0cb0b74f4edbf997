-- Whoever may write a client may write the number that its signing codes go to. Every change of a client's number or address is kept by the
-- database itself, whatever wrote it; server/contacts tells it to the old ones and holds back signing by code.

-- Hours during which a changed number signs nothing (contact-changes.ts).
alter table company add column "DELAI_CONTACT" integer not null default 24 check ("DELAI_CONTACT" between 1 and 720);

create table contact_change (
  company_id text not null references company (id) on delete cascade,
  id text not null default gen_random_uuid()::text,
  client_id text not null,
  -- National digits of the number that codes go to (client.cle_portable), and the address in small letters; empty when there is none.
  old_phone text not null,
  new_phone text not null,
  old_mail text not null,
  new_mail text not null,
  at timestamptz not null default clock_timestamp(),
  -- Account that wrote it; null when the server did.
  par text,
  -- What the customer said of it, from an old contact.
  answer text check (answer in ('confirme', 'conteste')),
  answered_at timestamptz,
  primary key (company_id, id)
);
create index contact_change_client on contact_change (company_id, client_id, at);

alter table contact_change enable row level security;
alter table contact_change force row level security;
create policy tenant on contact_change using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

create function note_contact_change() returns trigger language plpgsql as $$
begin
  insert into contact_change (company_id, client_id, old_phone, new_phone, old_mail, new_mail)
  values (new.company_id, new."IDCLIENT", coalesce(old.cle_portable, ''), coalesce(new.cle_portable, ''),
    lower(coalesce(old."MAIL", '')), lower(coalesce(new."MAIL", '')));
  return null;
end
$$;
-- After: a generated column has its value then.
create trigger client_contact_change after update on client for each row
  when (coalesce(old.cle_portable, '') <> coalesce(new.cle_portable, '')
    or lower(coalesce(old."MAIL", '')) <> lower(coalesce(new."MAIL", '')))
  execute function note_contact_change();
