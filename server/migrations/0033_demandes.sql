-- What customers send from their space becomes a record that devices of the office have (DAY-05). Requests that were sent before are moved here.
create table demande (
  company_id text not null,
  id text not null,
  "GENRE" text not null,
  "IDCLIENT" text not null,
  "IDPROJET" text,
  "IDDEVIS" text,
  "MESSAGE" text not null,
  "FILLEUL" jsonb,
  "PHOTOS" text[] not null,
  "DATE_DEMANDE" text not null,
  "PRISE_PAR" text,
  "REPONSES" jsonb not null,
  "IDCLIENT_SUITE" text,
  "IDPROJET_SUITE" text,
  primary key (company_id, id),
  "VERSION" integer not null default 1,
  seq bigint not null,
  deleted boolean not null default false,
  stamps jsonb not null default '{}',
  created_by text,
  updated_at timestamptz not null default now(),
  viewer_agence text,
  viewer_personnes text[] not null default '{}'
);
create unique index demande_seq on demande (company_id, seq);
-- The requests of one customer, the latest ones counted.
create index demande_client on demande (company_id, "IDCLIENT", "DATE_DEMANDE");
create index demande_projet on demande (company_id, "IDPROJET");
create index demande_devis on demande (company_id, "IDDEVIS");
create index demande_client_suite on demande (company_id, "IDCLIENT_SUITE") where "IDCLIENT_SUITE" is not null;
create index demande_projet_suite on demande (company_id, "IDPROJET_SUITE") where "IDPROJET_SUITE" is not null;
create trigger demande_guard_seq before insert or update on demande for each row execute function guard_seq();

alter table demande enable row level security;
alter table demande force row level security;
create policy tenant on demande using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    insert into demande (company_id, id, "GENRE", "IDCLIENT", "IDPROJET", "IDDEVIS", "MESSAGE", "FILLEUL", "PHOTOS",
      "DATE_DEMANDE", "REPONSES", seq, viewer_agence, viewer_personnes)
    select firm, old.id, old.type, old.client_id, old.projet_id, old.devis_id, coalesce(old.body ->> 'MESSAGE', ''),
      nullif(old.body -> 'FILLEUL', 'null'::jsonb),
      array(select jsonb_array_elements_text(coalesce(old.body -> 'PHOTOS', '[]'::jsonb))),
      to_char(old.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '[]', old.seq, old.agence,
      array_remove(array[old.commercial], null)
    from (
      select r.*, c."IDAGENCE" as agence, c."IDPERSONNEL" as commercial, take_seq(1) as seq
      from space_request r left join client c on c.company_id = r.company_id and c."IDCLIENT" = r.client_id
      where r.company_id = firm
    ) as old;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;

drop table space_request;
