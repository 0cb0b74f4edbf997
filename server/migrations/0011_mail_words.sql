-- The words of mails as the product sends them. Companies' own words stay as they are.
select set_config('app.platform', 'on', true);

-- The receipts of a signature and of a withdrawal are the law's and the evidence's: nobody words them.
delete from mail_template where company_id is null and code = 'retractation';

update mail_template set variables = '["nom", "lien", "duree", "adresse", "mail"]', body =
'Bonjour {{nom}},

Votre compte sur l''application {{entreprise}} est prêt. Choisissez d''abord votre mot de passe ; ce lien fonctionne une seule fois, pendant {{duree}} :
{{lien}}

L''application se trouve à cette adresse : {{adresse}}
Connectez-vous avec {{mail}}. Sur votre téléphone, ouvrez-la dans le navigateur puis choisissez « Ajouter à l''écran d''accueil » : elle fonctionne ensuite aussi sans réseau.

{{entreprise}}' where company_id is null and code = 'installation';

update mail_template set variables = '["nom", "lien", "duree", "adresse"]', body =
'Bonjour {{nom}},

Un compte vient d''être créé pour vous sur {{adresse}}. Choisissez votre mot de passe avec ce lien, qui fonctionne une seule fois, pendant {{duree}} :
{{lien}}

{{entreprise}}' where company_id is null and code = 'invitation';

insert into mail_template (id, company_id, code, variables, subject, body) values
('comptable', null, 'comptable', '["client", "telephone", "projet", "devis", "message"]', 'Question de comptabilité de {{client}}',
'{{client}} ({{telephone}}) a une question de comptabilité.

Projet : {{projet}}
Devis : {{devis}}

{{message}}');

select set_config('app.platform', '', true);
