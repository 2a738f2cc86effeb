//! An HTTP client that opens no stream of its own.
//!
//! The SDK's worker keeps a stream open for what a server says unasked. One call has no use for that: it would cost a
//! request, and race with the call. A stream that brings an answer and breaks is still asked for the rest.

use std::collections::HashMap;
use std::sync::Arc;

use futures::stream::BoxStream;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
    StreamableHttpResponseLimits,
};
use sse_stream::{Error as EventError, Sse};

/// The client.
#[derive(Debug, Clone)]
pub(super) struct OneCall(pub(super) reqwest::Client);

type Headers = HashMap<HeaderName, HeaderValue>;
type Events = BoxStream<'static, Result<Sse, EventError>>;
type Failed = StreamableHttpError<reqwest::Error>;

impl StreamableHttpClient for OneCall {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        self.0
            .post_message(uri, message, session, auth, headers)
            .await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failed> {
        let id = match &message {
            ClientJsonRpcMessage::Request(request) => Some(request.id.clone()),
            _ => None,
        };
        let mut response = self
            .0
            .post_message_with_response_limits(uri, message, session, auth, headers, limits)
            .await?;
        // An error that answers a request is about it, whatever id a server gives to what it did not read that far.
        if let (Some(id), StreamableHttpPostResponse::Json(JsonRpcMessage::Error(error), _)) =
            (id, &mut response)
        {
            error.id = Some(id);
        }
        Ok(response)
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<(), Failed> {
        self.0.delete_session(uri, session, auth, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<Events, Failed> {
        if last_event.is_none() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        self.0
            .get_stream(uri, session, last_event, auth, headers)
            .await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        auth: Option<String>,
        headers: Headers,
        most: usize,
    ) -> Result<Events, Failed> {
        if last_event.is_none() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        self.0
            .get_stream_with_max_sse_event_size(uri, session, last_event, auth, headers, most)
            .await
    }
}
