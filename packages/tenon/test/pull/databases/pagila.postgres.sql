-- The schema of the Pagila sample (a film rental shop): one of each thing that PostgreSQL has beside plain tables.
create type mpaa_rating as enum ('G', 'PG', 'PG-13', 'R', 'NC-17');
create domain year as integer check (value >= 1901 and value <= 2155);
create domain bigint_positive as bigint check (value > 0);

create function touch_last_update() returns trigger language plpgsql as $$
begin
  new.last_update = current_timestamp;
  return new;
end $$;
create function join_with_comma(whole text, part text) returns text language sql immutable as $$
  select case when part is null then whole when whole is null then part else whole || ', ' || part end $$;
create aggregate comma_list(text) (sfunc = join_with_comma, stype = text);

create sequence actor_actor_id_seq;
create table actor (
  actor_id integer not null default nextval('actor_actor_id_seq'),
  first_name text not null,
  last_name text not null,
  last_update timestamptz not null default now(),
  constraint actor_pkey primary key (actor_id)
);
create index idx_actor_last_name on actor (last_name);

create table country (country_id serial primary key, country text not null, last_update timestamptz not null default now());
create table city (
  city_id serial primary key,
  city text not null,
  country_id integer not null references country on update cascade on delete restrict,
  last_update timestamptz not null default now()
);
create index idx_fk_country_id on city (country_id);
create table address (
  address_id serial primary key,
  address text not null,
  address2 text,
  district text not null,
  city_id integer not null references city on update cascade on delete restrict,
  postal_code text,
  phone text not null,
  last_update timestamptz not null default now()
);
create index idx_fk_city_id on address (city_id);

create table category (category_id serial primary key, name text not null, last_update timestamptz not null default now());
create table language (language_id serial primary key, name character(20) not null, last_update timestamptz not null default now());

create table film (
  film_id serial primary key,
  title text not null,
  description text,
  release_year year,
  language_id integer not null references language on update cascade on delete restrict,
  original_language_id integer references language on update cascade on delete restrict,
  rental_duration smallint not null default 3,
  rental_rate numeric(4,2) not null default 4.99,
  length smallint,
  replacement_cost numeric(5,2) not null default 19.99,
  rating mpaa_rating default 'G'::mpaa_rating,
  last_update timestamptz not null default now(),
  special_features text[],
  fulltext tsvector not null
);
create index film_fulltext_idx on film using gist (fulltext);
create index idx_fk_language_id on film (language_id);
create index idx_fk_original_language_id on film (original_language_id);
create index idx_title on film (title);

create table film_actor (
  actor_id integer not null references actor on update cascade on delete restrict,
  film_id integer not null references film on update cascade on delete restrict,
  last_update timestamptz not null default now(),
  primary key (actor_id, film_id)
);
create index idx_fk_film_id on film_actor (film_id);
create table film_category (
  film_id integer not null references film on update cascade on delete restrict,
  category_id integer not null references category on update cascade on delete restrict,
  last_update timestamptz not null default now(),
  primary key (film_id, category_id)
);

create table store (
  store_id serial primary key,
  manager_staff_id integer not null,
  address_id integer not null references address on update cascade on delete restrict,
  last_update timestamptz not null default now()
);
create unique index idx_unq_manager_staff_id on store (manager_staff_id);
create table staff (
  staff_id serial primary key,
  first_name text not null,
  last_name text not null,
  address_id integer not null references address on update cascade on delete restrict,
  email text,
  store_id integer not null references store,
  active boolean not null default true,
  username text not null,
  password text,
  last_update timestamptz not null default now(),
  picture bytea
);
alter table store add foreign key (manager_staff_id) references staff on update cascade on delete restrict;

create table customer (
  customer_id serial primary key,
  store_id integer not null references store on update cascade on delete restrict,
  first_name text not null,
  last_name text not null,
  email text,
  address_id integer not null references address on update cascade on delete restrict,
  activebool boolean not null default true,
  create_date date not null default current_date,
  last_update timestamptz default now(),
  active integer
);
create index idx_fk_address_id on customer (address_id);
create index idx_fk_store_id on customer (store_id);
create index idx_last_name on customer (last_name);

create table inventory (
  inventory_id serial primary key,
  film_id integer not null references film on update cascade on delete restrict,
  store_id integer not null references store on update cascade on delete restrict,
  last_update timestamptz not null default now()
);
create index idx_store_id_film_id on inventory (store_id, film_id);

create table rental (
  rental_id serial primary key,
  rental_date timestamptz not null,
  inventory_id integer not null references inventory on update cascade on delete restrict,
  customer_id integer not null references customer on update cascade on delete restrict,
  return_date timestamptz,
  staff_id integer not null references staff on update cascade on delete restrict,
  last_update timestamptz not null default now()
);
create index idx_fk_inventory_id on rental (inventory_id);
create unique index idx_unq_rental on rental (rental_date, inventory_id, customer_id);

create sequence payment_payment_id_seq;
create table payment (
  payment_id integer not null default nextval('payment_payment_id_seq'),
  customer_id integer not null,
  staff_id integer not null,
  rental_id integer not null,
  amount numeric(5,2) not null,
  payment_date timestamptz not null,
  primary key (payment_date, payment_id)
) partition by range (payment_date);
create table payment_p2026_01 partition of payment for values from ('2026-01-01 00:00+00') to ('2026-02-01 00:00+00');
create table payment_p2026_02 partition of payment for values from ('2026-02-01 00:00+00') to ('2026-03-01 00:00+00');
alter table payment_p2026_01 add foreign key (customer_id) references customer;

create trigger last_updated before update on actor for each row execute function touch_last_update();
create trigger last_updated before update on film for each row execute function touch_last_update();
create trigger film_fulltext before insert or update on film for each row
  execute function tsvector_update_trigger('fulltext', 'pg_catalog.english', 'title', 'description');

create view customer_list as
  select c.customer_id as id, c.first_name || ' ' || c.last_name as name, a.address, city.city
  from customer c join address a using (address_id) join city using (city_id);
create view film_list as
  select f.film_id as fid, f.title, comma_list(a.last_name) as actors
  from film f left join film_actor using (film_id) left join actor a using (actor_id) group by f.film_id, f.title;
create materialized view rental_by_category as
  select c.name as category, sum(p.amount) as total_sales
  from payment p join rental r using (rental_id) join inventory i using (inventory_id)
  join film_category fc using (film_id) join category c using (category_id) group by c.name;
