-- The mails of a quote promised a signature online also to who cannot have its code: {{signer}} says it where it is true (server/writes/remind-client.ts). Companies'
-- own words stay as they are, and so does a default whose sentence an administrator has written anew; both may name the variable.
select set_config('app.platform', 'on', true);

update mail_template set variables = variables || '["signer"]'
where company_id is null and code in ('devis_transmis', 'devis_variantes');

update mail_template set body = replace(body, 'Vous pouvez le consulter et le signer en ligne :', 'Vous pouvez le consulter en ligne{{signer}} :')
where company_id is null and code = 'devis_transmis';

update mail_template set body = replace(body, 'Comparez-les et signez en ligne celle qui vous convient :', 'Comparez-les en ligne{{signer}} :')
where company_id is null and code = 'devis_variantes';

select set_config('app.platform', '', true);
