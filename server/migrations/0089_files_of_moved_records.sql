-- Works and appointments may go to another project, and their files go along (FILE-14): a file is of its record's project. Until now it stayed with the one of the
-- day on which it arrived, whose people read it, and went with it when that was deleted.
create function project_of_record(of_company text, kind text, id text) returns text language sql stable as $$
  select case kind
    when 'projet' then $3
    when 'rdv' then (select "IDPROJET" from rdv where company_id = $1 and "IDRDV" = $3)
    when 'devis' then (select "IDPROJET" from devis where company_id = $1 and "IDDEVIS" = $3)
    when 'intervention' then (select "IDPROJET" from intervention where company_id = $1 and "IDINTERVENTION" = $3)
    when 'soumission' then (select coalesce(s."IDPROJET", r."IDPROJET") from soumission s
      left join rdv r on r.company_id = s.company_id and r."IDRDV" = s."IDRDV"
      where s.company_id = $1 and s."IDSOUMISSION" = $3)
  end
$$;

-- No write gives a file to a project that its record does not have. What is signed does not move: works do not, once their PV is signed.
create or replace function guard_fichier() returns trigger language plpgsql as $$
declare
  is_signed constant boolean := old."ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe');
begin
  if tg_op = 'UPDATE' then
    if (new."RESSOURCE", new."IDENREGISTREMENT", new."TYPE_MIME", new."TAILLE", new."SHA256", new."ORIGINE", new."DATE_CREATION")
      is distinct from
       (old."RESSOURCE", old."IDENREGISTREMENT", old."TYPE_MIME", old."TAILLE", old."SHA256", old."ORIGINE", old."DATE_CREATION")
      or (new."NOM" is distinct from old."NOM" and not (old."ORIGINE" = 'document' or starts_with(old."ORIGINE", 'photo')))
      or (new."IDPROJET" is distinct from old."IDPROJET" and (is_signed or new."IDPROJET" is distinct from
        project_of_record(old.company_id, old."RESSOURCE", old."IDENREGISTREMENT")))
    then
      -- A file that is nobody's proof loses its name with the person whom it speaks of.
      if current_setting('app.erasing', true) = 'on' and not is_signed then
        return new;
      end if;
      raise exception 'file % is immutable', old."IDFICHIER" using errcode = 'LO008';
    end if;
    if not new.deleted or old.deleted or current_setting('app.erasing', true) = 'on' then
      return new;
    end if;
  end if;
  if is_signed then
    raise exception 'signed file % is immutable', old."IDFICHIER" using errcode = 'LO008';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- Those of records that have moved already, and before them the reports that still name the former project of their appointment. Devices learn it as they
-- learn any change. A deleted one stays: its project restores it.
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
    update soumission set
      "IDPROJET" = theirs.projet,
      viewer_agence = theirs.agence,
      viewer_personnes = theirs.personnes,
      "VERSION" = soumission."VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    from (
      select s."IDSOUMISSION" as id, p."IDPROJET" as projet, p.viewer_agence as agence, p.viewer_personnes as personnes
      from soumission s
      join rdv r on r.company_id = s.company_id and r."IDRDV" = s."IDRDV"
      join projet p on p.company_id = s.company_id and p."IDPROJET" = r."IDPROJET"
      where s.company_id = firm and p."IDPROJET" <> s."IDPROJET" and not s.deleted and not r.deleted and not p.deleted
    ) as theirs
    where soumission.company_id = firm and soumission."IDSOUMISSION" = theirs.id;
    update fichier set
      "IDPROJET" = theirs.projet,
      viewer_agence = theirs.agence,
      viewer_personnes = theirs.personnes,
      "VERSION" = fichier."VERSION" + 1,
      seq = take_seq(1),
      updated_at = now()
    from (
      select f."IDFICHIER" as id, p."IDPROJET" as projet, p.viewer_agence as agence, p.viewer_personnes as personnes
      from fichier f
      join projet p on p.company_id = f.company_id
        and p."IDPROJET" = project_of_record(f.company_id, f."RESSOURCE", f."IDENREGISTREMENT")
      where f.company_id = firm and f."RESSOURCE" <> 'projet' and p."IDPROJET" <> f."IDPROJET" and not f.deleted and not p.deleted
        and f."ORIGINE" not in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe')
    ) as theirs
    where fichier.company_id = firm and fichier."IDFICHIER" = theirs.id;
  end loop;
  perform set_config('app.seq_from', '', true);
  perform set_config('app.seq_to', '', true);
  perform set_config('app.company_id', '', true);
  perform set_config('app.platform', '', true);
end
$$;
