-- What a customer is told of an appointment, and what they answer by the link of a message (DAY-09).
alter table rdv add column "ANNONCES" jsonb not null default '[]';
alter table rdv add column "REPONSE_CLIENT" jsonb;
alter table client add column "SANS_RAPPELS" smallint not null default 0;

-- Hour of the day before; null: no reminders. A company that worked without them decides by itself to begin.
alter table company add column "RAPPEL_RDV" text default '17:00' check ("RAPPEL_RDV" ~ '^(0[89]|1[0-9]|20):00$');

-- Links to the page of one appointment, without a login: the token's keyed digest, never the token.
create table rdv_link (
  company_id text not null references company (id) on delete cascade,
  token_hash text not null,
  rdv_id text not null,
  message_id text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When somebody first opened it.
  opened_at timestamptz,
  primary key (company_id, token_hash)
);
create index rdv_link_rdv on rdv_link (company_id, rdv_id);
create index rdv_link_message on rdv_link (company_id, message_id);
create index rdv_link_expires on rdv_link (company_id, expires_at);
alter table rdv_link enable row level security;
alter table rdv_link force row level security;
create policy tenant on rdv_link using (company_id = current_setting('app.company_id', true))
  with check (company_id = current_setting('app.company_id', true));

-- What was sent about one record, the latest first (DAY-15).
create index message_about on message (company_id, resource, record_id, created_at desc);

select set_config('app.platform', 'on', true);

update company set "RAPPEL_RDV" = null;

-- The body of a code that ends in _sms is the SMS; its subject names it among the templates.
insert into mail_template (id, company_id, code, variables, subject, body)
select code, null, code, '["client", "date", "heure", "fin", "lieu", "personne", "telephone", "lien"]', subject, body from (values
('rdv_confirmation', 'Votre rendez-vous du {{date}} à {{heure}}',
'Bonjour {{client}},

Votre rendez-vous avec {{entreprise}} est prévu le {{date}}, de {{heure}} à {{fin}}.

Lieu : {{lieu}}
Avec : {{personne}}

Confirmez-le, ou proposez un autre moment :
{{lien}}

Le fichier joint l''ajoute à votre agenda.

{{entreprise}} {{telephone}}'),
('rdv_deplacement', 'Votre rendez-vous est déplacé au {{date}} à {{heure}}',
'Bonjour {{client}},

Votre rendez-vous avec {{entreprise}} est déplacé : il est prévu le {{date}}, de {{heure}} à {{fin}}.

Lieu : {{lieu}}
Avec : {{personne}}

Confirmez-le, ou proposez un autre moment :
{{lien}}

Le fichier joint met votre agenda à jour.

{{entreprise}} {{telephone}}'),
('rdv_annulation', 'Votre rendez-vous du {{date}} est annulé',
'Bonjour {{client}},

Votre rendez-vous avec {{entreprise}} du {{date}} à {{heure}} est annulé.

Pour convenir d''un autre moment :
{{lien}}

{{entreprise}} {{telephone}}'),
('rdv_rappel', 'Rappel : votre rendez-vous du {{date}} à {{heure}}',
'Bonjour {{client}},

Nous vous rappelons votre rendez-vous avec {{entreprise}}, le {{date}}, de {{heure}} à {{fin}}.

Lieu : {{lieu}}
Avec : {{personne}}

Confirmez-le, ou proposez un autre moment :
{{lien}}

{{entreprise}} {{telephone}}'),
('rdv_confirmation_sms', 'SMS : rendez-vous prévu',
'{{entreprise}} : votre rendez-vous est prévu le {{date}} à {{heure}}. Confirmer ou proposer un autre moment : {{lien}}'),
('rdv_deplacement_sms', 'SMS : rendez-vous déplacé',
'{{entreprise}} : votre rendez-vous est déplacé au {{date}} à {{heure}}. Confirmer ou proposer un autre moment : {{lien}}'),
('rdv_annulation_sms', 'SMS : rendez-vous annulé',
'{{entreprise}} : votre rendez-vous du {{date}} à {{heure}} est annulé. Proposer un autre moment : {{lien}}'),
('rdv_rappel_sms', 'SMS : rappel de rendez-vous',
'{{entreprise}} : rappel de votre rendez-vous le {{date}} à {{heure}}. Confirmer ou proposer un autre moment : {{lien}}')
) as texts (code, subject, body);

select set_config('app.platform', '', true);
