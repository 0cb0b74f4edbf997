-- Mails that tell somebody what happened to their account. No secret stands in them: `lien` is the page where a new password is asked for.
select set_config('app.platform', 'on', true);

insert into mail_template (id, company_id, code, variables, subject, body) values
('nouvel_appareil', null, 'nouvel_appareil', '["nom", "date", "appareil", "reseau", "lien"]', 'Nouvelle connexion à votre compte {{entreprise}}',
'Bonjour {{nom}},

Votre compte vient d''être ouvert sur un appareil que nous ne connaissions pas :
{{appareil}}, réseau {{reseau}}, le {{date}}.

C''était vous ? Il n''y a rien à faire.

Sinon, choisissez tout de suite un nouveau mot de passe ; toutes vos sessions seront alors terminées :
{{lien}}

{{entreprise}}'),
('mot_de_passe_change', null, 'mot_de_passe_change', '["nom", "date", "appareil", "reseau", "lien"]', 'Votre mot de passe {{entreprise}} a changé',
'Bonjour {{nom}},

Le mot de passe de votre compte a été changé le {{date}} ({{appareil}}, réseau {{reseau}}).

C''était vous ? Il n''y a rien à faire.

Sinon, choisissez-en tout de suite un autre et prévenez votre responsable :
{{lien}}

{{entreprise}}'),
('second_facteur', null, 'second_facteur', '["nom", "changement", "date", "appareil", "reseau", "lien"]', 'La double authentification de votre compte {{entreprise}} a changé',
'Bonjour {{nom}},

La double authentification de votre compte a changé le {{date}} ({{appareil}}, réseau {{reseau}}) :
{{changement}}

C''était vous ? Il n''y a rien à faire.

Sinon, choisissez tout de suite un nouveau mot de passe et prévenez votre responsable :
{{lien}}

{{entreprise}}'),
('compte_bloque', null, 'compte_bloque', '["nom", "date", "lien"]', 'Trop d''essais de mot de passe sur votre compte {{entreprise}}',
'Bonjour {{nom}},

Le {{date}}, trop de mots de passe ont été essayés sur votre compte. Les essais sont refusés pendant un moment ; personne n''est entré de cette façon.

C''était vous ? Patientez, puis réessayez, ou choisissez un nouveau mot de passe.

Sinon, vous n''avez rien à faire si votre mot de passe n''est connu que de vous et ne sert nulle part ailleurs. Dans le doute, changez-le :
{{lien}}

{{entreprise}}');

select set_config('app.platform', '', true);
