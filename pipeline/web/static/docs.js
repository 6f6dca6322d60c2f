"use strict";
// Without a validator, the page asks no other server for anything.
SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#api",
  validatorUrl: null,
  deepLinking: true,
  tryItOutEnabled: true,
});
