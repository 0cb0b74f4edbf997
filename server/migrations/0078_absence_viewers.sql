-- An absence of somebody without a main agency was read by the directors of every agency: a kind may speak of health. It is now for the directors of their only
-- agency; of somebody of several agencies, or of all, for directors of all agencies alone (schemas/access.ts, absenceViewers). Devices of the others lose it as
-- they lose any row that leaves their sight.
do $$
declare
  firm text;
begin
  perform set_config('app.platform', 'on', true);
  for firm in select id from company order by id loop
    perform set_config('app.company_id', firm, true);
    -- Numbers are one company's: the range of the one before means nothing here.
    perform set_config('app.seq_from', '', true);
    perform set_config('app.seq_to', '', true);
    -- Soft-deleted ones too: an edit made without knowing of the deletion restores it for its viewers.
    update absence set
      viewer_agence = narrower.agence,
      "VERSION" = absence."VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    from (
      select a.id, min(theirs.agence) as agence
      from absence a
      join personnel p on p.company_id = a.company_id and p."IDPERSONNEL" = any(a."IDPERSONNELS")
      cross join lateral (
        select case
          when p."IDAGENCE" is not null then p."IDAGENCE"
          when p."TOUTES_AGENCES" = 1 or (select count(distinct one) from unnest(p."AGENCES") as one) > 1 then '--'
          else p."AGENCES"[1]
        end as agence
      ) as theirs
      where a.company_id = firm and a.viewer_agence is null
      group by a.id
      having count(distinct theirs.agence) = 1 and count(theirs.agence) = count(*)
    ) as narrower
    where absence.company_id = firm and absence.id = narrower.id;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
