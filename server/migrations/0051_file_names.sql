-- People name what they took or added: photos and documents. What the app made, a signed document above all, keeps its name.
create or replace function guard_fichier() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new."IDPROJET", new."RESSOURCE", new."IDENREGISTREMENT", new."TYPE_MIME", new."TAILLE", new."SHA256",
        new."ORIGINE", new."DATE_CREATION")
      is distinct from
       (old."IDPROJET", old."RESSOURCE", old."IDENREGISTREMENT", old."TYPE_MIME", old."TAILLE", old."SHA256",
        old."ORIGINE", old."DATE_CREATION")
      or (new."NOM" is distinct from old."NOM" and not (old."ORIGINE" = 'document' or starts_with(old."ORIGINE", 'photo')))
    then
      -- A file that is nobody's proof loses its name with the person whom it speaks of.
      if current_setting('app.erasing', true) = 'on'
        and old."ORIGINE" not in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe')
      then
        return new;
      end if;
      raise exception 'file % is immutable', old."IDFICHIER" using errcode = 'LO008';
    end if;
    if not new.deleted or old.deleted or current_setting('app.erasing', true) = 'on' then
      return new;
    end if;
  end if;
  if old."ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves', 'devis_signe') then
    raise exception 'signed file % is immutable', old."IDFICHIER" using errcode = 'LO008';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
