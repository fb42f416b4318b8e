-- The tables of the Chinook sample (a media shop), as SQLite applications usually declare them.
create table [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), constraint [PK_Artist] primary key ([ArtistId]));
create table [Album] (
  [AlbumId] INTEGER NOT NULL,
  [Title] NVARCHAR(160) NOT NULL,
  [ArtistId] INTEGER NOT NULL,
  constraint [PK_Album] primary key ([AlbumId]),
  foreign key ([ArtistId]) references [Artist] ([ArtistId]) on delete no action on update no action
);
create table [Employee] (
  [EmployeeId] INTEGER NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [FirstName] NVARCHAR(20) NOT NULL,
  [Title] NVARCHAR(30),
  [ReportsTo] INTEGER,
  [BirthDate] DATETIME,
  [HireDate] DATETIME,
  [Address] NVARCHAR(70),
  [City] NVARCHAR(40),
  [State] NVARCHAR(40),
  [Country] NVARCHAR(40),
  [PostalCode] NVARCHAR(10),
  [Phone] NVARCHAR(24),
  [Fax] NVARCHAR(24),
  [Email] NVARCHAR(60),
  constraint [PK_Employee] primary key ([EmployeeId]),
  foreign key ([ReportsTo]) references [Employee] ([EmployeeId])
);
create table [Customer] (
  [CustomerId] INTEGER NOT NULL,
  [FirstName] NVARCHAR(40) NOT NULL,
  [LastName] NVARCHAR(20) NOT NULL,
  [Company] NVARCHAR(80),
  [Address] NVARCHAR(70),
  [City] NVARCHAR(40),
  [State] NVARCHAR(40),
  [Country] NVARCHAR(40),
  [PostalCode] NVARCHAR(10),
  [Phone] NVARCHAR(24),
  [Fax] NVARCHAR(24),
  [Email] NVARCHAR(60) NOT NULL,
  [SupportRepId] INTEGER,
  constraint [PK_Customer] primary key ([CustomerId]),
  foreign key ([SupportRepId]) references [Employee] ([EmployeeId])
);
create table [Genre] ([GenreId] INTEGER NOT NULL, [Name] NVARCHAR(120), constraint [PK_Genre] primary key ([GenreId]));
create table [Invoice] (
  [InvoiceId] INTEGER NOT NULL,
  [CustomerId] INTEGER NOT NULL,
  [InvoiceDate] DATETIME NOT NULL,
  [BillingAddress] NVARCHAR(70),
  [BillingCity] NVARCHAR(40),
  [BillingState] NVARCHAR(40),
  [BillingCountry] NVARCHAR(40),
  [BillingPostalCode] NVARCHAR(10),
  [Total] NUMERIC(10,2) NOT NULL,
  constraint [PK_Invoice] primary key ([InvoiceId]),
  foreign key ([CustomerId]) references [Customer] ([CustomerId])
);
create table [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120), constraint [PK_MediaType] primary key ([MediaTypeId]));
create table [Track] (
  [TrackId] INTEGER NOT NULL,
  [Name] NVARCHAR(200) NOT NULL,
  [AlbumId] INTEGER,
  [MediaTypeId] INTEGER NOT NULL,
  [GenreId] INTEGER,
  [Composer] NVARCHAR(220),
  [Milliseconds] INTEGER NOT NULL,
  [Bytes] INTEGER,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  constraint [PK_Track] primary key ([TrackId]),
  foreign key ([AlbumId]) references [Album] ([AlbumId]),
  foreign key ([GenreId]) references [Genre] ([GenreId]),
  foreign key ([MediaTypeId]) references [MediaType] ([MediaTypeId])
);
create table [InvoiceLine] (
  [InvoiceLineId] INTEGER NOT NULL,
  [InvoiceId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  [UnitPrice] NUMERIC(10,2) NOT NULL,
  [Quantity] INTEGER NOT NULL,
  constraint [PK_InvoiceLine] primary key ([InvoiceLineId]),
  foreign key ([InvoiceId]) references [Invoice] ([InvoiceId]),
  foreign key ([TrackId]) references [Track] ([TrackId])
);
create table [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120), constraint [PK_Playlist] primary key ([PlaylistId]));
create table [PlaylistTrack] (
  [PlaylistId] INTEGER NOT NULL,
  [TrackId] INTEGER NOT NULL,
  constraint [PK_PlaylistTrack] primary key ([PlaylistId], [TrackId]),
  foreign key ([PlaylistId]) references [Playlist] ([PlaylistId]),
  foreign key ([TrackId]) references [Track] ([TrackId])
);
create index [IFK_AlbumArtistId] on [Album] ([ArtistId]);
create index [IFK_CustomerSupportRepId] on [Customer] ([SupportRepId]);
create index [IFK_EmployeeReportsTo] on [Employee] ([ReportsTo]);
create index [IFK_InvoiceCustomerId] on [Invoice] ([CustomerId]);
create index [IFK_InvoiceLineInvoiceId] on [InvoiceLine] ([InvoiceId]);
create index [IFK_InvoiceLineTrackId] on [InvoiceLine] ([TrackId]);
create index [IFK_PlaylistTrackPlaylistId] on [PlaylistTrack] ([PlaylistId]);
create index [IFK_PlaylistTrackTrackId] on [PlaylistTrack] ([TrackId]);
create index [IFK_TrackAlbumId] on [Track] ([AlbumId]);
create index [IFK_TrackGenreId] on [Track] ([GenreId]);
create index [IFK_TrackMediaTypeId] on [Track] ([MediaTypeId]);
