-- Numbers of Guadeloupe, Guyane, Martinique and La Réunion in international form are those in national form (schemas/search.ts, phoneDigits).
create or replace function phone_key(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(coalesce(value, ''), '\D', '', 'g'), '^(00)?(33|262|59[046])0?(?=[1-9]\d{8}$)', '0')
$$;

-- Keys are computed when a row is written, here and on devices, which learn it as they learn any change. The numbers themselves are the same: nobody is told of a
-- changed contact.
alter table client disable trigger client_contact_change;
do $$
declare
  firm text;
  overseas constant text := '^(00)?(262|59[046])0?[1-9]\d{8}$';
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    update client set
      "PORTABLE" = "PORTABLE",
      "TELEPHONE" = "TELEPHONE",
      "VERSION" = "VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    where company_id = firm and (regexp_replace(coalesce("PORTABLE", ''), '\D', '', 'g') ~ overseas
      or regexp_replace(coalesce("TELEPHONE", ''), '\D', '', 'g') ~ overseas);
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
alter table client enable trigger client_contact_change;
