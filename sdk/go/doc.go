// Package svc is a client of the svc REST API: one method for each operation of the OpenAPI document, with types.
//
// VerifyWebhook and SignPluginToken are for servers that receive events and embed the editor.
package svc
