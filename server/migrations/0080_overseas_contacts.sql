-- 0064 gave clients the national form of overseas numbers. What else keeps such a number is compared with it: the contacts that a customer has had (a contested
-- change ends when the former number is there again), the numbers that have opened a space, and to whom a message went (which an erasure looks for).
do $$
declare
  firm text;
  overseas constant text := '^(00)?(262|59[046])0?[1-9]\d{8}$';
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    update contact_change set old_phone = phone_key(old_phone), new_phone = phone_key(new_phone)
      where company_id = firm and (old_phone ~ overseas or new_phone ~ overseas);
    -- The national form may have opened the space since.
    with gone as (
      delete from space_number where company_id = firm and phone ~ overseas returning client_id, phone, at, how
    )
    insert into space_number (company_id, client_id, phone, at, how)
      select firm, client_id, phone_key(phone), at, how from gone on conflict do nothing;
    update message set recipient = phone_key(recipient) where company_id = firm and channel = 'sms' and recipient ~ overseas;
  end loop;
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
