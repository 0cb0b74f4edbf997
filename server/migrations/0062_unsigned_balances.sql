-- A quote that nobody has signed is no order: its interventions said its whole price as due, and have no balance from this version on. Devices learn it as they
-- learn any change.
do $$
declare
  firm text;
  many integer;
  first bigint;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    select count(*) into many from intervention i join devis d on d.company_id = i.company_id and d."IDDEVIS" = i."IDDEVIS"
      where i.company_id = firm and not i.deleted and not d.deleted and d."DEVIS_SIGNE" <> 1 and i."SOLDE_DEVIS" is not null;
    if many > 0 then
      first := take_seq(many);
      update intervention set
        "SOLDE_DEVIS" = null,
        "SOLDE_DEVIS_POURCENTAGE" = null,
        "VERSION" = intervention."VERSION" + 1,
        seq = old.seq,
        updated_at = now()
      from (
        select i."IDINTERVENTION" as id, first + row_number() over (order by i."IDINTERVENTION") - 1 as seq
        from intervention i join devis d on d.company_id = i.company_id and d."IDDEVIS" = i."IDDEVIS"
        where i.company_id = firm and not i.deleted and not d.deleted and d."DEVIS_SIGNE" <> 1 and i."SOLDE_DEVIS" is not null
      ) as old
      where intervention.company_id = firm and intervention."IDINTERVENTION" = old.id;
    end if;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
