#!/bin/sh
# Run once by PostgreSQL's image: the owner of the application's database may make roles (the requests' own), and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$LOLAPP_DB_PASSWORD" --username postgres <<'SQL'
create role lolapp login createrole password :'password';
create database lolapp owner lolapp template template0 encoding 'UTF8';
SQL
