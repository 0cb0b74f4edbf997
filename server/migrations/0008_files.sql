-- The drive: what is known of each file is a synced row (fichier); where its bytes are stands in stored_bytes, which no device sees.

create table fichier (
  company_id text not null,
  "IDFICHIER" text not null,
  "IDPROJET" text not null,
  "RESSOURCE" text not null,
  "IDENREGISTREMENT" text not null,
  "NOM" text not null,
  "TYPE_MIME" text not null,
  "TAILLE" integer not null,
  "SHA256" text not null,
  "ORIGINE" text not null,
  "IDPERSONNEL" text,
  "DATE_CREATION" text,
  primary key (company_id, "IDFICHIER"),
  "VERSION" integer not null default 1,
  seq bigint not null,
  deleted boolean not null default false,
  stamps jsonb not null default '{}',
  created_by text,
  updated_at timestamptz not null default now(),
  viewer_agence text,
  viewer_personnes text[] not null default '{}'
);
create unique index fichier_seq on fichier (company_id, seq);
create index fichier_projet on fichier (company_id, "IDPROJET");
create index fichier_enregistrement on fichier (company_id, "RESSOURCE", "IDENREGISTREMENT");
create trigger fichier_guard_seq before insert or update on fichier for each row execute function guard_seq();

-- A file never changes: another content is another file. What somebody signed does not go away either (I13). One PV an intervention,
-- one signed document a quote.
create function guard_fichier() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new."IDPROJET", new."RESSOURCE", new."IDENREGISTREMENT", new."NOM", new."TYPE_MIME", new."TAILLE", new."SHA256",
        new."ORIGINE", new."DATE_CREATION")
      is distinct from
       (old."IDPROJET", old."RESSOURCE", old."IDENREGISTREMENT", old."NOM", old."TYPE_MIME", old."TAILLE", old."SHA256",
        old."ORIGINE", old."DATE_CREATION")
    then
      raise exception 'file % is immutable', old."IDFICHIER" using errcode = 'LO008';
    end if;
    if not new.deleted or old.deleted then
      return new;
    end if;
  end if;
  if old."ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe') then
    raise exception 'signed file % is immutable', old."IDFICHIER" using errcode = 'LO008';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger fichier_guard before update or delete on fichier for each row execute function guard_fichier();
create unique index fichier_signe on fichier (company_id, "RESSOURCE", "IDENREGISTREMENT", "ORIGINE")
  where "ORIGINE" in ('intervention_sign_pv', 'devis_signe') and not deleted;

create table stored_bytes (
  company_id text not null references company (id) on delete cascade,
  -- In the file store (server/ports/files).
  key text not null,
  fichier_id text not null,
  size bigint not null,
  -- A piece of an upload under way: whose, and where it begins. Both null: the whole file.
  account text,
  start bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, key),
  check ((account is null) = (start is null))
);
create unique index stored_bytes_whole on stored_bytes (company_id, fichier_id) where start is null;
create unique index stored_bytes_piece on stored_bytes (company_id, account, fichier_id, start) where start is not null;

do $$
declare
  owned text;
begin
  foreach owned in array array['fichier', 'stored_bytes']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
end $$;
