-- Variants of a quote: the customer signs one of them. GROUPE_VARIANTES is the id of the first one, and null in that one itself; no foreign key, because
-- the group stays when the first one is deleted.
alter table devis add column "GROUPE_VARIANTES" text, add column "VARIANTE" text;

-- They are part of what nobody changes once the quote is signed.
create or replace function guard_signed_devis() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  if (new."IDPROJET", new."NUMERO_DEVIS", new."OBJET", new."LIGNES", new."NET_HT", new."PRIX_TTC",
      new."DATE_EDITION", new."DATE_VALIDITE", new."DATE_CREATION", new."DATE_TRANSMISSION", new."DATE_SIGNATURE",
      new."DEVIS_SIGNE", new."IDRESPONSABLEPROJET", new."GROUPE_VARIANTES", new."VARIANTE")
    is distinct from
     (old."IDPROJET", old."NUMERO_DEVIS", old."OBJET", old."LIGNES", old."NET_HT", old."PRIX_TTC",
      old."DATE_EDITION", old."DATE_VALIDITE", old."DATE_CREATION", old."DATE_TRANSMISSION", old."DATE_SIGNATURE",
      old."DEVIS_SIGNE", old."IDRESPONSABLEPROJET", old."GROUPE_VARIANTES", old."VARIANTE")
    or (new."IDCLIENT" is distinct from old."IDCLIENT"
      and coalesce(current_setting('app.merging', true), '') <> 'on')
    or (new.deleted is distinct from old.deleted
      and not (new.deleted and coalesce(current_setting('app.erasing', true), '') = 'on'))
  then
    raise exception 'signed quote % is immutable', old."IDDEVIS" using errcode = 'LO002';
  end if;
  return new;
end
$$;

-- One mail for all variants that are sent together.
select set_config('app.platform', 'on', true);

insert into mail_template (id, company_id, code, variables, subject, body) values
('devis_variantes', null, 'devis_variantes', '["client", "objet", "nombre", "variantes", "lien", "commercial"]',
'Vos {{nombre}} propositions : {{objet}}',
'Bonjour {{client}},

Voici {{nombre}} propositions pour votre projet ({{objet}}) :
{{variantes}}

Comparez-les et signez en ligne celle qui vous convient :
{{lien}}

{{commercial}} répond à vos questions.

{{entreprise}}');

select set_config('app.platform', '', true);
