-- What administrators and the office write around the records: short links, labels, assets, mail templates; and what opens a company to
-- other programs: calendar subscriptions, leads of its website.

create table short_link (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  slug text not null,
  url text not null,
  "LIBELLE" text,
  clicks bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, slug)
);

create table label (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  "LIBELLE" text not null,
  "COULEUR" text not null,
  "ORDRE" integer not null default 0,
  primary key (company_id, id),
  unique (company_id, "LIBELLE")
);

-- Assets: a kind, its default items, and what a company puts in the place of one.
create table asset_type (
  id text primary key,
  code text not null unique,
  "LIBELLE" text not null,
  "GENRE" text not null check ("GENRE" in ('texte', 'couleur', 'image', 'lien'))
);
create table asset_item (
  id text primary key,
  "IDASSETTYPE" text not null references asset_type (id),
  code text not null unique,
  "LIBELLE" text not null,
  "VALEUR" text not null
);
create table asset_item_custom (
  company_id text not null references company (id) on delete cascade,
  id text not null,
  "IDASSETITEM" text not null references asset_item (id) on delete cascade,
  "VALEUR" text not null,
  primary key (company_id, id),
  unique (company_id, "IDASSETITEM")
);

-- A calendar subscription: who has the URL has the agenda, so only a digest of it is kept.
create table ics_token (
  company_id text not null references company (id) on delete cascade,
  personnel_id text not null,
  digest text not null unique,
  created_at timestamptz not null default now(),
  primary key (company_id, personnel_id)
);

-- The key that a company's website signs its leads with (sealed), and the signatures that have served.
create table lead_key (
  company_id text primary key references company (id) on delete cascade,
  secret text not null,
  created_at timestamptz not null default now()
);
create table lead_seen (
  company_id text not null references company (id) on delete cascade,
  digest text not null,
  received_at timestamptz not null default now(),
  primary key (company_id, digest)
);

do $$
declare
  owned text;
begin
  foreach owned in array array['short_link', 'label', 'asset_item_custom', 'ics_token', 'lead_key', 'lead_seen']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy tenant on %I using (company_id = current_setting(''app.company_id'', true))
      with check (company_id = current_setting(''app.company_id'', true))', owned);
  end loop;
  -- Defaults are the platform's to write and everybody's to read.
  foreach owned in array array['asset_type', 'asset_item']
  loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy everybody on %I for select using (true)', owned);
    execute format('create policy platform on %I using (current_setting(''app.platform'', true) = ''on'')
      with check (current_setting(''app.platform'', true) = ''on'')', owned);
  end loop;
end $$;
create policy by_token on ics_token for select using (digest = current_setting('app.token_hash', true));

-- Mail templates: without company, the default; with one, what that company puts in its place. `variables`: what {{…}} may name.
alter table mail_template drop constraint mail_template_pkey;
alter table mail_template alter column company_id drop not null;
alter table mail_template add column variables jsonb not null default '[]';
alter table mail_template add primary key (id);
create unique index mail_template_code on mail_template (company_id, code) nulls not distinct;
create policy defaults on mail_template for select using (company_id is null);
create policy platform on mail_template
  using (company_id is null and current_setting('app.platform', true) = 'on')
  with check (company_id is null and current_setting('app.platform', true) = 'on');

-- The rows below are the platform's.
select set_config('app.platform', 'on', true);

insert into asset_type (id, code, "LIBELLE", "GENRE") values
  ('image', 'image', 'Image', 'image'),
  ('texte', 'texte', 'Texte', 'texte'),
  ('couleur', 'couleur', 'Couleur', 'couleur'),
  ('lien', 'lien', 'Lien', 'lien');
insert into asset_item (id, "IDASSETTYPE", code, "LIBELLE", "VALEUR") values
  ('fond_connexion', 'image', 'fond_connexion', 'Fond des pages de connexion', '/fond-connexion.svg'),
  ('icone', 'image', 'icone', 'Icône', '/icon.svg'),
  ('accueil_client', 'texte', 'accueil_client', 'Mot d''accueil de l''espace client', 'Bienvenue dans votre espace client.');

insert into mail_template (id, company_id, code, variables, subject, body) values
('password_reset', null, 'password_reset', '["nom", "lien", "duree"]', 'Votre mot de passe {{entreprise}}',
'Bonjour {{nom}},

Vous avez demandé à changer votre mot de passe. Suivez ce lien, valable {{duree}} :
{{lien}}

Si vous n''avez rien demandé, ne faites rien : votre mot de passe reste le même.

{{entreprise}}'),
('invitation', null, 'invitation', '["nom", "lien", "duree"]', 'Votre compte {{entreprise}}',
'Bonjour {{nom}},

Un compte vient d''être créé pour vous chez {{entreprise}}. Choisissez votre mot de passe avec ce lien, valable {{duree}} :
{{lien}}

{{entreprise}}'),
('installation', null, 'installation', '["nom", "lien", "mail"]', 'Installez l''application {{entreprise}}',
'Bonjour {{nom}},

Ouvrez cette adresse sur votre téléphone ou votre ordinateur, puis choisissez « Installer » ou « Ajouter à l''écran d''accueil » :
{{lien}}

Connectez-vous avec votre adresse {{mail}}. L''application fonctionne ensuite même sans réseau.

{{entreprise}}'),
('intervention_pv', null, 'intervention_pv', '["client", "objet", "date"]', 'Votre procès-verbal de réception : {{objet}}',
'Bonjour {{client}},

Vous trouverez ci-joint le procès-verbal de réception de l''intervention « {{objet}} » du {{date}}.

{{entreprise}}'),
('devis_transmis', null, 'devis_transmis', '["client", "numero", "objet", "montant", "validite", "lien", "commercial"]',
'Votre devis {{numero}}',
'Bonjour {{client}},

Voici votre devis {{numero}} ({{objet}}) d''un montant de {{montant}} TTC, valable jusqu''au {{validite}}. Vous pouvez le consulter et le signer en ligne :
{{lien}}

{{commercial}} répond à vos questions.

{{entreprise}}'),
('devis_relance', null, 'devis_relance', '["client", "numero", "objet", "montant", "validite", "lien", "commercial"]',
'Votre devis {{numero}} vous attend',
'Bonjour {{client}},

Votre devis {{numero}} ({{objet}}) d''un montant de {{montant}} TTC est valable jusqu''au {{validite}}. Il vous attend ici :
{{lien}}

{{commercial}} répond à vos questions.

{{entreprise}}'),
('parrainage', null, 'parrainage', '["client", "filleul", "telephone", "mail", "message"]', 'Parrainage de {{client}}',
'{{client}} vous recommande à {{filleul}}.

Téléphone : {{telephone}}
Adresse email : {{mail}}

{{message}}'),
('apres_vente', null, 'apres_vente', '["client", "telephone", "projet", "message"]', 'Demande d''après-vente de {{client}}',
'{{client}} ({{telephone}}) demande une intervention après-vente.

Projet : {{projet}}

{{message}}'),
('retractation', null, 'retractation', '["client", "numero", "date"]', 'Votre rétractation : devis {{numero}}',
'Bonjour {{client}},

Nous avons bien reçu, le {{date}}, votre décision de vous rétracter du contrat conclu par le devis {{numero}}. Ce message en accuse réception ; conservez-le.

{{entreprise}}');

select set_config('app.platform', '', true);
