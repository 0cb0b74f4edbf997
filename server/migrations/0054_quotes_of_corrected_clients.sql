-- The client of a project was corrected, and its quotes stayed the former client's, who read them and could sign. They are the project's client's now, as they
-- are from this version on: deleted ones too, which somebody may restore. What is signed stays its signer's, and what was erased stays as it is. Devices learn
-- it as they learn any change.
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
    select count(*) into many from devis d join projet p on p.company_id = d.company_id and p."IDPROJET" = d."IDPROJET"
      where d.company_id = firm and d."DEVIS_SIGNE" <> 1
        and coalesce(d.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde')
        and coalesce(p.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde') and d."IDCLIENT" <> p."IDCLIENT";
    if many > 0 then
      first := take_seq(many);
      update devis set
        "IDCLIENT" = old.client,
        "DATE_CONSULTATION" = null,
        "VERSION" = devis."VERSION" + 1,
        seq = old.seq,
        updated_at = now()
      from (
        select d."IDDEVIS" as id, p."IDCLIENT" as client, first + row_number() over (order by d."IDDEVIS") - 1 as seq
        from devis d join projet p on p.company_id = d.company_id and p."IDPROJET" = d."IDPROJET"
        where d.company_id = firm and d."DEVIS_SIGNE" <> 1
        and coalesce(d.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde')
        and coalesce(p.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde') and d."IDCLIENT" <> p."IDCLIENT"
      ) as old
      where devis.company_id = firm and devis."IDDEVIS" = old.id;
    end if;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
