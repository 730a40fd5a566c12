import os

import flask

TEXT = os.environ["HELLO_TEXT"]

application = flask.Flask(__name__)


@application.route("/")
def hello():
    return flask.Response(TEXT, mimetype="text/plain")
