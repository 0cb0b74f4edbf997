-- The mail to the former address of an account whose address was replaced. It names neither the new address nor a way in: whoever reads the new one has it.
select set_config('app.platform', 'on', true);

insert into mail_template (id, company_id, code, variables, subject, body) values
('adresse_changee', null, 'adresse_changee', '["nom", "date", "appareil", "reseau"]', 'L''adresse de votre compte {{entreprise}} a changé',
'Bonjour {{nom}},

L''adresse mail de votre compte a été remplacée le {{date}} ({{appareil}}, réseau {{reseau}}). Vous ne recevrez plus rien à celle-ci.

C''était prévu ? Il n''y a rien à faire.

Sinon, prévenez tout de suite votre responsable : la nouvelle adresse permet de choisir un nouveau mot de passe.

{{entreprise}}');

select set_config('app.platform', '', true);
