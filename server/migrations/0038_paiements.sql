-- Money received for orders, entered by hand or confirmed by the payment service, is one list (DAY-06). Requests to the service stay in `payment`; each
-- confirmed one has a row here under its own id.
create table paiement (
  company_id text not null,
  id text not null,
  "IDDEVIS" text not null,
  "IDPROJET" text not null,
  "MONTANT" bigint not null,
  "MOYEN" text not null,
  "GENRE" text not null,
  "DATE_PAIEMENT" text not null,
  "REFERENCE" text,
  "NOTE" text,
  "IDPERSONNEL" text,
  "DATE_CREATION" text,
  "ANNULE_LE" text,
  "ANNULE_PAR" text,
  "MOTIF_ANNULATION" text,
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
create unique index paiement_seq on paiement (company_id, seq);
create index paiement_devis on paiement (company_id, "IDDEVIS");
create index paiement_projet on paiement (company_id, "IDPROJET");
create trigger paiement_guard_seq before insert or update on paiement for each row execute function guard_seq();

-- What was received stays received: a payment is cancelled once, with its reason, and never changes otherwise, until the law lets its customer be erased.
create function guard_paiement() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.erasing', true), '') = 'on' and tg_op = 'UPDATE' then
    return new;
  end if;
  if tg_op = 'DELETE' or new.deleted is distinct from old.deleted
    or (new."IDDEVIS", new."IDPROJET", new."MONTANT", new."MOYEN", new."GENRE", new."DATE_PAIEMENT", new."REFERENCE",
        new."NOTE", new."IDPERSONNEL", new."DATE_CREATION")
      is distinct from
       (old."IDDEVIS", old."IDPROJET", old."MONTANT", old."MOYEN", old."GENRE", old."DATE_PAIEMENT", old."REFERENCE",
        old."NOTE", old."IDPERSONNEL", old."DATE_CREATION")
    or (old."ANNULE_LE" is not null and (new."ANNULE_LE", new."ANNULE_PAR", new."MOTIF_ANNULATION")
      is distinct from (old."ANNULE_LE", old."ANNULE_PAR", old."MOTIF_ANNULATION"))
  then
    raise exception 'payment % is settled', old.id using errcode = 'LO003';
  end if;
  return new;
end
$$;
create trigger paiement_guard before update or delete on paiement for each row execute function guard_paiement();

alter table paiement enable row level security;
alter table paiement force row level security;
create policy tenant on paiement using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- What each order still brings; null for a quote that is no order.
alter table devis add column "SOLDE" bigint;

do $$
declare
  firm record;
  many integer;
  first bigint;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id, "FUSEAU" as zone from company order by id loop
    perform set_config('app.company_id', firm.id, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    select count(*) into many from payment p join devis d on d.company_id = p.company_id and d."IDDEVIS" = p.devis_id
      where p.company_id = firm.id and p.state = 'confirmed' and not d.deleted;
    if many > 0 then
      first := take_seq(many);
      insert into paiement (company_id, id, "IDDEVIS", "IDPROJET", "MONTANT", "MOYEN", "GENRE", "DATE_PAIEMENT", "REFERENCE",
        "DATE_CREATION", seq, viewer_agence, viewer_personnes)
      select firm.id, p.id, p.devis_id, d."IDPROJET", p.amount, 'en_ligne', 'autre',
        to_char(coalesce(p.confirmed_at, p.updated_at) at time zone coalesce(firm.zone, 'Europe/Paris'), 'YYYY-MM-DD'),
        left(p.session, 80),
        to_char(coalesce(p.confirmed_at, p.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        first + row_number() over (order by p.id) - 1, d.viewer_agence, d.viewer_personnes
      from payment p join devis d on d.company_id = p.company_id and d."IDDEVIS" = p.devis_id
      where p.company_id = firm.id and p.state = 'confirmed' and not d.deleted;
    end if;
    select count(*) into many from devis where company_id = firm.id and "DEVIS_SIGNE" = 1 and not deleted;
    if many > 0 then
      first := take_seq(many);
      update devis set
        "SOLDE" = (case when devis."REFUSE" = 1 then 0 else devis."PRIX_TTC" end) - old.received,
        "VERSION" = devis."VERSION" + 1,
        seq = old.seq,
        updated_at = now()
      from (
        select d."IDDEVIS" as id, coalesce(sum(p."MONTANT"), 0) as received, first + row_number() over (order by d."IDDEVIS") - 1 as seq
        from devis d left join paiement p on p.company_id = d.company_id and p."IDDEVIS" = d."IDDEVIS"
        where d.company_id = firm.id and d."DEVIS_SIGNE" = 1 and not d.deleted
        group by d."IDDEVIS"
      ) as old
      where devis.company_id = firm.id and devis."IDDEVIS" = old.id;
    end if;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
